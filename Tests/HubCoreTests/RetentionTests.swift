import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A retained record")
struct RetentionTests {
  /// A hub with two providers, and with the entity index of an earlier hub if given.
  struct Fixture {
    let hub = HubDriver()
    let a: ModelProvider
    let b: ModelProvider
    let client: ModelClient

    init(knowing changes: [EntityIndexChanges] = []) {
      hub.handle(.clockSet(unixMs: 1_700_000_000_000))
      a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet])
      b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
      hub.handle(
        .entityIndexLoaded(changes.flatMap(\.entities), changes.flatMap(\.links))
      )
      client = hub.connectClient()
    }

    /// Fetches the artist with all values from both providers.
    func fetchArtist() {
      let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
      a.reply(to: a.takeCall(), artist("a:artist:1", "mbid:artist:1", name: "Nina Simone"))
      b.reply(to: b.takeCall(), RetentionTests.fromB)
      b.reply(to: b.takeCall(), RetentionTests.fromB)
      #expect(client.reply(to: call)?.outcomes == "a: ok, b: ok")
      hub.advance(60_000)
    }
  }

  static let fromB = artist("b:artist:5", "mbid:artist:1", name: "Nina Simone") {
    $0.biography = "She sang."
    $0.country = "US"
  }

  func biography(_ reply: CallReply?) -> String? {
    guard case .artist(let artist)? = reply?.items.first else { return nil }
    return artist.biography
  }

  @Test("is shown when the source fails, which is reported as stale with its age")
  func failed() throws {
    let fixture = Fixture()
    fixture.fetchArtist()
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.fail(fixture.b.takeCall(), .upstreamUnavailable)
    let reply = try #require(fixture.client.reply(to: call))
    #expect(biography(reply) == "She sang.")
    #expect(reply.outcomes == "a: ok, b: stale")
    #expect(reply.sources.last?.ageMs == 60_000)
    #expect(reply.sources.last?.error?.code == .upstreamUnavailable)
  }

  @Test("does not count when its provider is removed, then or while the hub was not running")
  func removedProvider() throws {
    let fixture = Fixture()
    fixture.fetchArtist()
    let hub = fixture.hub
    hub.listing.found.removeAll { $0.manifest.id == fixture.b.id }
    hub.handle(.providersFound(hub.listing))
    fixture.b.exit(ProviderExit(reason: "exited with status 0"))
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    let reply = try #require(fixture.client.reply(to: call))
    #expect(reply.outcomes == "a: ok")
    #expect(biography(reply) == nil)
  }

  @Test("is shown when the source no longer lists it")
  func empty() {
    let fixture = Fixture()
    fixture.fetchArtist()
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.reply(to: fixture.b.takeCall())
    #expect(biography(fixture.client.reply(to: call)) == "She sang.")
  }

  @Test("fills missing values, and yields to new ones")
  func shrunk() throws {
    let fixture = Fixture()
    fixture.fetchArtist()
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.reply(
      to: fixture.b.takeCall(),
      artist("b:artist:5", "mbid:artist:1", name: "Nina Simone") { $0.country = "France" }
    )
    let reply = try #require(fixture.client.reply(to: call))
    #expect(biography(reply) == "She sang.")
    guard case .artist(let nina)? = reply.items.first else {
      Issue.record("Expected an artist.")
      return
    }
    #expect(nina.country == "France")
    #expect(reply.outcomes == "a: ok, b: ok")
  }

  @Test("serves a call for which every source fails")
  func allFail() throws {
    let fixture = Fixture()
    fixture.fetchArtist()
    let call = fixture.client.call(.artistGet) { $0.id = id("mbid:artist:1") }
    fixture.a.fail(fixture.a.takeCall(), .upstreamUnavailable)
    fixture.b.fail(fixture.b.takeCall(), .upstreamUnavailable)
    let reply = try #require(fixture.client.reply(to: call))
    #expect(biography(reply) == "She sang.")
    #expect(reply.outcomes == "a: stale, b: stale")
  }

  @Test("does not serve a call if it was only part of a list and no source can be queried")
  func inPassing() {
    let fixture = Fixture()
    let search = fixture.client.call(.artistsSearch) { $0.text = "nina" }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.reply(to: fixture.b.takeCall())
    _ = fixture.client.reply(to: search)
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.fail(fixture.a.takeCall(), .upstreamUnavailable)
    fixture.b.fail(fixture.b.takeCall(), .upstreamUnavailable)
    #expect(fixture.client.reply(to: call)?.code == .sourcesFailed)
  }

  @Test("survives a restart of the hub with its ids, links and values")
  func restarted() throws {
    let before = Fixture()
    before.fetchArtist()
    let fixture = Fixture(knowing: before.hub.identities)
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    #expect(fixture.b.takeCall()?.parameters.id == id("b:artist:5"))
    fixture.a.fail(fixture.a.takeCall(), .upstreamUnavailable)
    fixture.hub.advance(10_000)
    #expect(biography(fixture.client.reply(to: call)) == "She sang.")
  }

  @Test("is merged with what the next hub learns before the entity index is loaded")
  func late() throws {
    let before = Fixture()
    before.fetchArtist()
    let fixture = Fixture()
    let first = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.fail(fixture.b.takeCall(), .upstreamUnavailable)
    #expect(biography(fixture.client.reply(to: first)) == nil)
    let changes = before.hub.identities
    fixture.hub.handle(.entityIndexLoaded(changes.flatMap(\.entities), changes.flatMap(\.links)))
    fixture.hub.advance(60_000)
    let second = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    fixture.b.fail(fixture.b.takeCall(), .upstreamUnavailable)
    let reply = try #require(fixture.client.reply(to: second))
    #expect(biography(reply) == "She sang.")
    #expect(reply.outcomes == "a: ok, b: stale")
  }

  @Test("survives a restart of the hub, as does a search without a match")
  func notLinked() {
    let before = Fixture()
    let first = before.client.call(.artistGet) { $0.id = id("a:artist:1") }
    before.a.reply(to: before.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    before.b.reply(to: before.b.takeCall())
    #expect(before.client.reply(to: first)?.outcomes == "a: ok, b: not-linked")
    let fixture = Fixture(knowing: before.hub.identities)
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    #expect(fixture.b.takeCalls().isEmpty)
    fixture.a.reply(to: fixture.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(fixture.client.reply(to: call)?.outcomes == "a: ok, b: not-linked")
  }
}
