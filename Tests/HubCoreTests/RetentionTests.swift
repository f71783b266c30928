import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("A retained record")
struct RetentionTests {
  /// A hub with two providers, that may know what another one knew.
  struct World {
    let hub = HubDriver()
    let a: ModelProvider
    let b: ModelProvider
    let client: ModelClient

    init(knowing changes: [EntityIndexChanges] = []) {
      hub.handle(.clockSet(unixMs: 1_700_000_000_000))
      hub.handle(
        .identitiesFound(changes.flatMap(\.entities), changes.flatMap(\.links))
      )
      a = hub.connectProvider("a", serving: [.searchArtists, .getArtist])
      b = hub.connectProvider("b", serving: [.searchArtists, .getArtist])
      client = hub.connectClient()
    }

    /// Asks for the artist, whom a and b know well.
    func getWhole() {
      let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
      a.answer(a.takeCall(), artist("a:artist:1", "mbid:artist:1", name: "Nina Simone"))
      b.answer(b.takeCall(), RetentionTests.told)
      b.answer(b.takeCall(), RetentionTests.told)
      #expect(client.answer(to: call)?.outcomes == "a: ok, b: ok")
      hub.advance(60_000)
    }
  }

  static let told = artist("b:artist:5", "mbid:artist:1", name: "Nina Simone") {
    $0.biography = "She sang."
    $0.country = "US"
  }

  func biography(_ answer: CallAnswer?) -> String? {
    guard case .artist(let artist)? = answer?.items.first else { return nil }
    return artist.biography
  }

  @Test("is shown when the source fails, which is reported as stale with its age")
  func failed() throws {
    let world = World()
    world.getWhole()
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.fail(world.b.takeCall(), .upstreamUnavailable)
    let answer = try #require(world.client.answer(to: call))
    #expect(biography(answer) == "She sang.")
    #expect(answer.outcomes == "a: ok, b: stale")
    #expect(answer.sources.last?.ageMs == 60_000)
    #expect(answer.sources.last?.error?.code == .upstreamUnavailable)
  }

  @Test("is shown when the source no longer lists it")
  func empty() {
    let world = World()
    world.getWhole()
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.answer(world.b.takeCall())
    #expect(biography(world.client.answer(to: call)) == "She sang.")
  }

  @Test("fills missing values, and yields to new ones")
  func shrunk() throws {
    let world = World()
    world.getWhole()
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.answer(
      world.b.takeCall(),
      artist("b:artist:5", "mbid:artist:1", name: "Nina Simone") { $0.country = "France" }
    )
    let answer = try #require(world.client.answer(to: call))
    #expect(biography(answer) == "She sang.")
    guard case .artist(let nina)? = answer.items.first else { return }
    #expect(nina.country == "France")
    #expect(answer.outcomes == "a: ok, b: ok")
  }

  @Test("serves a call for which every source fails")
  func allFail() throws {
    let world = World()
    world.getWhole()
    let call = world.client.call(.getArtist) { $0.id = id("mbid:artist:1") }
    world.a.fail(world.a.takeCall(), .upstreamUnavailable)
    world.b.fail(world.b.takeCall(), .upstreamUnavailable)
    let answer = try #require(world.client.answer(to: call))
    #expect(biography(answer) == "She sang.")
    #expect(answer.outcomes == "a: stale, b: stale")
  }

  @Test("does not serve a call if it was only part of a list and no source can be queried")
  func inPassing() {
    let world = World()
    let search = world.client.call(.searchArtists) { $0.text = "nina" }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.answer(world.b.takeCall())
    _ = world.client.answer(to: search)
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.fail(world.a.takeCall(), .upstreamUnavailable)
    world.b.fail(world.b.takeCall(), .upstreamUnavailable)
    #expect(world.client.answer(to: call)?.code == .sourcesFailed)
  }

  @Test("survives a restart of the hub with its ids, links and values")
  func restarted() throws {
    let before = World()
    before.getWhole()
    let world = World(knowing: before.hub.identities)
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    #expect(world.b.takeCall()?.parameters.id == id("b:artist:5"))
    world.a.fail(world.a.takeCall(), .upstreamUnavailable)
    world.hub.advance(10_000)
    #expect(biography(world.client.answer(to: call)) == "She sang.")
  }

  @Test("is merged with what the next hub learns before the entity index is loaded")
  func late() throws {
    let before = World()
    before.getWhole()
    let world = World()
    let first = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.fail(world.b.takeCall(), .upstreamUnavailable)
    #expect(biography(world.client.answer(to: first)) == nil)
    let changes = before.hub.identities
    world.hub.handle(.identitiesFound(changes.flatMap(\.entities), changes.flatMap(\.links)))
    world.hub.advance(60_000)
    let second = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    world.b.fail(world.b.takeCall(), .upstreamUnavailable)
    let answer = try #require(world.client.answer(to: second))
    #expect(biography(answer) == "She sang.")
    #expect(answer.outcomes == "a: ok, b: stale")
  }

  @Test("survives a restart of the hub, as does a search without a match")
  func notLinked() {
    let before = World()
    let first = before.client.call(.getArtist) { $0.id = id("a:artist:1") }
    before.a.answer(before.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    before.b.answer(before.b.takeCall())
    #expect(before.client.answer(to: first)?.outcomes == "a: ok, b: not-linked")
    let world = World(knowing: before.hub.identities)
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    #expect(world.b.takeCalls().isEmpty)
    world.a.answer(world.a.takeCall(), artist("a:artist:1", name: "Nina Simone"))
    #expect(world.client.answer(to: call)?.outcomes == "a: ok, b: not-linked")
  }
}
