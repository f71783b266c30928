import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("What a source has in other countries only")
struct NotInCountryTests {
  let hub = HubDriver()
  let a: ModelProvider
  let b: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.albumGet, .albumSongs])
    b = hub.connectProvider("b", serving: [.albumGet], namespaces: ["a:album"])
    client = hub.connectClient()
  }

  private func get(_ method: BusProtocol.Method = .albumGet) -> String {
    client.call(method) { ($0.id, $0.country) = (id("a:album:1"), "se") }
  }

  @Test("is not found, and the reply says why")
  func single() throws {
    let call = get()
    a.fail(a.takeCall(), .notInCountry)
    b.reply(to: b.takeCall())
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .notFound)
    #expect(reply.failure?.message == "a:album:1 is not available in your country (se) at a.")
    #expect(reply.outcomes == "a: empty, b: empty")
    #expect(reply.sources.map(\.isNotInCountry) == [true, false])
  }

  @Test("costs nothing of the results of others, and is no failure")
  func others() throws {
    let call = get()
    a.fail(a.takeCall(), .notInCountry)
    b.reply(to: b.takeCall(), album("a:album:1", title: "Blue"))
    let reply = try #require(client.reply(to: call))
    #expect(reply.done != nil && reply.items.count == 1)
    #expect(reply.sources.first?.error?.code == .notInCountry)
    #expect(reply.sources.first?.count == 0)
    let list = client.call(.providersList)
    #expect(client.reply(to: list)?.done?.providers?.map(\.failures) == [0, 0])
  }

  @Test("is an empty list, which is not asked for again")
  func list() throws {
    let call = get(.albumSongs)
    a.fail(a.takeCall(), .notInCountry)
    let reply = try #require(client.reply(to: call))
    #expect(reply.done != nil && reply.items.isEmpty)
    #expect(reply.outcomes == "a: empty")
    #expect(a.takeCalls().isEmpty)
  }

  @Test("may be missing elsewhere, so that the whole is not known")
  func missing() throws {
    let call = get()
    a.fail(a.takeCall(), .notInCountry)
    b.fail(b.takeCall(), .upstreamUnavailable)
    #expect(client.reply(to: call)?.code == .sourcesFailed)
  }

  @Test("may be the words of a song")
  func lyrics() throws {
    let words = hub.connectProvider("words", serving: [.songLyrics], namespaces: ["a:song"])
    let store = hub.connectProvider("store", serving: [.songGet], namespaces: ["a:song"])
    let call = client.call(.songLyrics) { $0.id = id("a:song:1") }
    store.reply(
      to: store.takeCall(),
      song("a:song:1", title: "Sinnerman") { $0.artist = ArtistReference(name: "Nina Simone") }
    )
    words.fail(words.takeCall(), .notInCountry)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .notFound)
    #expect(reply.failure?.message.hasSuffix("It says NOT_IN_COUNTRY.") == true)
  }
}
