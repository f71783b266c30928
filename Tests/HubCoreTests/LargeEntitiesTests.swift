import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("An entity that is too large for a message")
struct LargeEntitiesTests {
  let hub = HubDriver { $0.limits.bodyBytes = 4_000 }
  let large: ModelProvider
  let small: ModelProvider
  let client: ModelClient

  init() {
    large = hub.connectProvider("large", serving: [.artistsSearch, .artistGet])
    small = hub.connectProvider("small", serving: [.artistsSearch, .artistGet])
    client = hub.connectClient()
  }

  private func artist(_ id: String, name: String, biographyBytes: Int) -> Entity {
    var artist = Artist(id: EntityID(id)!, name: name)
    artist.biography = String(repeating: "x", count: biographyBytes)
    return .artist(artist)
  }

  private func search(stream: Bool? = nil) -> String {
    client.call(.artistsSearch) {
      $0.text = "nina"
      $0.detail = .full
      $0.stream = stream
    }
  }

  @Test("is shortened, with a note that names its provider")
  func shortened() throws {
    let call = search()
    large.reply(
      to: large.takeCall(),
      [artist("large:artist:1", name: "Nina", biographyBytes: 5_000)]
    )
    small.reply(to: small.takeCall(), [artist("small:artist:2", name: "Miles", biographyBytes: 9)])
    let reply = try #require(client.reply(to: call))
    #expect(Set(reply.names) == ["Nina", "Miles"])
    #expect(reply.outcomes == "large: ok, small: ok")
    #expect(
      reply.done?.notes == [
        "\"Nina\" was shortened: the record of large is too large for a message."
      ]
    )
  }

  @Test("is omitted if its name alone is too large")
  func omitted() throws {
    let call = search()
    let name = String(repeating: "N", count: 5_000)
    large.reply(to: large.takeCall(), [artist("large:artist:1", name: name, biographyBytes: 1)])
    small.reply(to: small.takeCall(), [artist("small:artist:2", name: "Miles", biographyBytes: 9)])
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Miles"])
    #expect(
      reply.done?.notes?.first?.hasSuffix("the record of large is too large for a message.") == true
    )
  }

  @Test("does not end a streamed reply either")
  func streamed() throws {
    let call = search(stream: true)
    large.reply(
      to: large.takeCall(),
      [artist("large:artist:1", name: "Nina", biographyBytes: 5_000)]
    )
    small.reply(to: small.takeCall(), [artist("small:artist:2", name: "Miles", biographyBytes: 9)])
    let messages = client.takeMessages(of: call)
    #expect(messages.last?.header.type == .done)
    let done = try #require(messages.last).decodeBody(Done.self)
    #expect(done.ids?.count == 2)
    #expect(done.notes?.count == 1)
  }

  @Test("is shortened if it is the only result")
  func single() throws {
    let call = client.call(.artistGet) {
      $0.id = EntityID("large:artist:1")
      $0.providers = [large.id]
    }
    large.reply(
      to: large.takeCall(),
      [artist("large:artist:1", name: "Nina", biographyBytes: 5_000)]
    )
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.done?.notes?.count == 1)
  }
}
