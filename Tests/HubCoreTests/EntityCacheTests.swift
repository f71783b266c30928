import BusProtocol
import EntityResolution
import MusicModel
import Testing

@testable import HubCore

@Suite("The entity cache")
struct EntityCacheTests {
  /// A hub with two providers of artists; `a` also has artwork.
  struct Fixture {
    let hub: HubDriver
    let a: ModelProvider
    let b: ModelProvider
    let client: ModelClient

    init(_ change: (inout HubSettings) -> Void = { _ in }) {
      hub = HubDriver(change)
      a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet, .artworkGet])
      b = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
      client = hub.connectClient()
    }

    /// Fills the cache by a search with these results.
    func search(_ ofA: [Entity], _ ofB: [Entity] = []) {
      let call = client.call(.artistsSearch) { $0.text = "nina" }
      a.reply(to: a.takeCall(), ofA)
      b.reply(to: b.takeCall(), ofB)
      #expect(client.reply(to: call)?.failure == nil)
    }

    /// Whether the hub fetches artwork without a query for its location.
    func knowsArtwork(of text: String) -> Bool {
      let call = client.call(.artworkGet) { $0.id = id(text) }
      let calls = a.takeCalls()
      _ = b.takeCalls()
      client.cancel(call)
      for call in calls { a.fail(call, .cancelled) }
      _ = (a.takeMail(), b.takeMail(), client.takeMessages(of: call))
      return calls.first?.method == .artworkGet
    }
  }

  static func pictured(_ number: Int, name: String) -> Entity {
    artist("a:artist:\(number)", name: name) { $0.artwork = [Artwork(url: "x", role: .portrait)] }
  }

  @Test("knows the entities of earlier searches")
  func search() {
    let fixture = Fixture()
    fixture.search([EntityCacheTests.pictured(1, name: "Nina Simone")])
    #expect(fixture.knowsArtwork(of: "a:artist:1"))
    #expect(!fixture.knowsArtwork(of: "a:artist:2"))
  }

  @Test("keeps an entity that shares an id with one of which nothing new is known")
  func shared() {
    func cached(_ ids: [String], _ title: String) -> KnownEntity {
      let entity = album(ids[0], title: title) { $0.ids = ids.map { id($0) } }
      return KnownEntity(
        ids: ids.map { id($0) },
        name: SearchTerms(entity),
        records: [
          SourceRecord(provider: ProviderID(rawValue: id(ids[0]).namespace)!, entity: entity)
        ],
        complete: []
      )
    }
    let resolver = EntityResolver()
    let first = cached(["a:album:1", "upc:album:1"], "Wish You Were Here")
    let second = cached(["b:album:2", "upc:album:1"], "Nevermind")
    var cache = EntityCache(capacity: 10)
    cache.store(first, by: resolver)
    cache.store(second, by: resolver)
    let known = cache.all.map(\.ids)
    _ = cache.drainChanges()
    // The shared id leads to the second one, the other id to the first.
    let again = KnownEntity(
      ids: first.ids.reversed(),
      name: first.name,
      records: first.records,
      complete: []
    )
    cache.store(again, by: resolver)
    #expect(Set(cache.all.map(\.ids)) == Set(known))
    #expect(cache.drainChanges().removed.isEmpty)
  }

  @Test("forgets providers that were uninstalled while no hub ran", arguments: [true, false])
  func uninstalled(isLoadedFirst: Bool) {
    let before = Fixture()
    before.search(
      [artist("a:artist:1", name: "Nina Simone")],
      [artist("b:artist:1", name: "Nina Hagen")]
    )
    let stored = Event.entityIndexLoaded(before.hub.identities.flatMap(\.entities), [])
    let hub = HubDriver()
    if isLoadedFirst { hub.handle(stored) }
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    if !isLoadedFirst { hub.handle(stored) }
    #expect(hub.hub.holdings.entities == 1)
    let empty = HubDriver()
    if isLoadedFirst { empty.handle(stored) }
    empty.handle(.providersFound(DiscoveryResult([DiscoveredManifest]())))
    if !isLoadedFirst { empty.handle(stored) }
    #expect(empty.hub.holdings.entities == 0)
  }

  @Test("retains all parts of an entity that later records split")
  func apart() {
    let fixture = Fixture()
    fixture.search(
      [EntityCacheTests.pictured(1, name: "Nina Simone")],
      [artist("b:artist:1", name: "Nina Simone")]
    )
    #expect(fixture.knowsArtwork(of: "b:artist:1"))
    fixture.search([], [artist("b:artist:1", name: "Nina Hagen")])
    #expect(fixture.knowsArtwork(of: "a:artist:1"))
    #expect(!fixture.knowsArtwork(of: "b:artist:1"))
  }

  @Test("retains the other records of an entity if a list contains fewer")
  func united() {
    let fixture = Fixture()
    fixture.search([EntityCacheTests.pictured(1, name: "Nina Simone")])
    fixture.search([], [artist("b:artist:1", "a:artist:1", name: "Nina Simone")])
    #expect(fixture.knowsArtwork(of: "b:artist:1"))
  }

  @Test("evicts the least recently used entities")
  func bound() {
    let fixture = Fixture { $0.maxCachedEntities = 8 }
    for number in 1...8 {
      fixture.search([EntityCacheTests.pictured(number, name: "Nina \(number)")])
    }
    #expect(fixture.knowsArtwork(of: "a:artist:1"))
    fixture.search([EntityCacheTests.pictured(9, name: "Nina 9")])
    #expect(!fixture.knowsArtwork(of: "a:artist:2"))
    for number in [1, 3, 9] { #expect(fixture.knowsArtwork(of: "a:artist:\(number)")) }
  }

  @Test("evicts entities whose records occupy more bytes than it may have")
  func bytes() {
    let fixture = Fixture { $0.maxCachedEntityBytes = 40_000 }
    for number in 1...10 {
      var artist = Artist(id: id("a:artist:\(number)"), name: "Nina \(number)")
      artist.biography = String(repeating: "a", count: 8_000)
      let call = fixture.client.call(.artistGet) { $0.id = artist.id }
      fixture.a.reply(to: fixture.a.takeCall(), .artist(artist))
      fixture.b.fail(fixture.b.takeCall(), .notFound)
      #expect(fixture.client.reply(to: call)?.names == ["Nina \(number)"])
      #expect(fixture.hub.hub.entityIndex.entityBytes <= 40_000)
      #expect(fixture.hub.hub.entityIndex.entity(artist.id) != nil)
    }
    #expect((2...4).contains(fixture.hub.hub.entityIndex.entityCount))
  }

  @Test("stores records received before a call was cancelled")
  func cancelled() {
    let fixture = Fixture()
    let call = fixture.client.call(.artistsSearch) { $0.text = "nina" }
    fixture.a.reply(to: fixture.a.takeCall(), EntityCacheTests.pictured(1, name: "Nina Simone"))
    fixture.client.cancel(call)
    fixture.b.fail(fixture.b.takeCall(), .cancelled)
    #expect(fixture.knowsArtwork(of: "a:artist:1"))
  }

  @Test("does not replace a query for one artist")
  func get() {
    let fixture = Fixture()
    fixture.search([EntityCacheTests.pictured(1, name: "Nina Simone")])
    let call = fixture.client.call(.artistGet) { $0.id = id("a:artist:1") }
    fixture.a.reply(to: fixture.a.takeCall(), EntityCacheTests.pictured(1, name: "Nina Simone"))
    fixture.b.reply(to: fixture.b.takeCall())
    #expect(fixture.client.reply(to: call)?.names == ["Nina Simone"])
  }
}
