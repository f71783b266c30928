import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The entity cache")
struct EntityCacheTests {
  /// Providers `a` and `b` tell of artists, `a` fetches pictures.
  struct World {
    let hub: HubDriver
    let a: ModelProvider
    let b: ModelProvider
    let client: ModelClient

    init(_ change: (inout HubSettings) -> Void = { _ in }) {
      hub = HubDriver(change)
      a = hub.connectProvider("a", serving: [.searchArtists, .getArtist, .getArtwork])
      b = hub.connectProvider("b", serving: [.searchArtists, .getArtist])
      client = hub.connectClient()
    }

    /// Lets the hub learn of artists by a search.
    func tell(_ ofA: [Entity], _ ofB: [Entity] = []) {
      let call = client.call(.searchArtists) { $0.text = "nina" }
      a.answer(a.takeCall(), ofA)
      b.answer(b.takeCall(), ofB)
      #expect(client.answer(to: call)?.failure == nil)
    }

    /// Whether the hub knows where the picture is, or has to ask.
    func knowsPicture(of text: String) -> Bool {
      let call = client.call(.getArtwork) { $0.id = id(text) }
      let asked = a.takeCalls()
      _ = b.takeCalls()
      client.cancel(call)
      for question in asked { a.fail(question, .cancelled) }
      _ = (a.takeMail(), b.takeMail(), client.takeMessages(of: call))
      return asked.first?.method == .getArtwork
    }
  }

  static func pictured(_ number: Int, name: String) -> Entity {
    artist("a:artist:\(number)", name: name) { $0.artwork = [Artwork(url: "x", role: .portrait)] }
  }

  @Test("knows the entities of earlier searches")
  func search() {
    let world = World()
    world.tell([EntityCacheTests.pictured(1, name: "Nina Simone")])
    #expect(world.knowsPicture(of: "a:artist:1"))
    #expect(!world.knowsPicture(of: "a:artist:2"))
  }

  @Test("keeps all parts of an entity that later records split")
  func apart() {
    let world = World()
    world.tell(
      [EntityCacheTests.pictured(1, name: "Nina Simone")],
      [artist("b:artist:1", name: "Nina Simone")]
    )
    #expect(world.knowsPicture(of: "b:artist:1"))
    world.tell([], [artist("b:artist:1", name: "Nina Hagen")])
    #expect(world.knowsPicture(of: "a:artist:1"))
    #expect(!world.knowsPicture(of: "b:artist:1"))
  }

  @Test("keeps the other records of an entity when a list contains fewer")
  func united() {
    let world = World()
    world.tell([EntityCacheTests.pictured(1, name: "Nina Simone")])
    world.tell([], [artist("b:artist:1", "a:artist:1", name: "Nina Simone")])
    #expect(world.knowsPicture(of: "b:artist:1"))
  }

  @Test("evicts the least recently used entities")
  func bound() {
    let world = World { $0.entityMemory = 8 }
    for number in 1...8 { world.tell([EntityCacheTests.pictured(number, name: "Nina \(number)")]) }
    #expect(world.knowsPicture(of: "a:artist:1"))
    world.tell([EntityCacheTests.pictured(9, name: "Nina 9")])
    #expect(!world.knowsPicture(of: "a:artist:2"))
    for number in [1, 3, 9] { #expect(world.knowsPicture(of: "a:artist:\(number)")) }
  }

  @Test("stores records received before a call was cancelled")
  func cancelled() {
    let world = World()
    let call = world.client.call(.searchArtists) { $0.text = "nina" }
    world.a.answer(world.a.takeCall(), EntityCacheTests.pictured(1, name: "Nina Simone"))
    world.client.cancel(call)
    world.b.fail(world.b.takeCall(), .cancelled)
    #expect(world.knowsPicture(of: "a:artist:1"))
  }

  @Test("does not replace a query for one artist")
  func get() {
    let world = World()
    world.tell([EntityCacheTests.pictured(1, name: "Nina Simone")])
    let call = world.client.call(.getArtist) { $0.id = id("a:artist:1") }
    world.a.answer(world.a.takeCall(), EntityCacheTests.pictured(1, name: "Nina Simone"))
    world.b.answer(world.b.takeCall())
    #expect(world.client.answer(to: call)?.names == ["Nina Simone"])
  }
}
