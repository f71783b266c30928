import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("A heart")
struct FavoritesLeavingTests {
  let hub = HubDriver.withFavorites()
  let client: ModelClient
  let source: ModelProvider

  init() {
    client = hub.connectClient()
    source = hub.connectProvider("a", serving: [.artistGet, .artistsSearch])
  }

  /// Lets the hub know an artist from a list.
  private func see(_ entities: Entity...) {
    let search = client.call(.artistsSearch) { $0.text = "kronos" }
    let call = source.takeCall()
    source.reply(to: call, entities)
    #expect(client.reply(to: search)?.items.count == entities.count)
  }

  @Test("of an entity that the hub knows is stored at once, and completed in the background")
  func known() throws {
    see(artist("a:artist:1", name: "Kronos Quartet"))
    let add = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    let reply = try #require(client.reply(to: add)?.done)
    #expect(reply.results?.map(\.outcome) == [.added] && reply.sources == nil)
    // The client need not wait for it, nor even be there.
    client.disconnect()
    source.reply(
      to: source.takeCall(),
      artist("a:artist:1", name: "Kronos Quartet") { $0.biography = "Founded…" }
    )
    let shown = hub.connectClient()
    let favorite = shown.reply(to: shown.call(.favoritesGet) { $0.key = "a:artist:1" })
    guard case .artist(let artist)? = favorite?.items.first else {
      Issue.record("Expected an artist.")
      return
    }
    #expect(artist.biography == "Founded…")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("and its opposite, one right after the other, leave what came last", arguments: [1, 2, 3])
  func quickly(_ clicks: Int) {
    see(artist("a:artist:1", name: "Kronos Quartet"))
    for number in 1...clicks {
      if number % 2 == 1 {
        _ = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
      } else {
        _ = client.call(.favoritesRemove) { $0.keys = ["a:artist:1"] }
      }
    }
    for call in source.takeCalls() {
      source.reply(to: call, artist("a:artist:1", name: "Kronos Quartet"))
    }
    #expect(client.favorites()?.names.count == clicks % 2)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("of an entity that the hub does not know is stored even if its client has left")
  func left() {
    _ = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    let call = source.takeCall()
    client.disconnect()
    #expect(source.takeCancels().isEmpty)
    source.reply(to: call, artist("a:artist:1", name: "Kronos Quartet"))
    #expect(hub.connectClient().favorites()?.names == ["Kronos Quartet"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is not stored if it is taken back while the sources are asked")
  func takenBack() {
    let add = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    let call = source.takeCall()
    #expect(client.outcomes(.favoritesRemove) { $0.keys = ["a:artist:1"] } == [.removed])
    #expect(client.reply(to: add)?.code == .cancelled)
    source.reply(to: call, artist("a:artist:1", name: "Kronos Quartet"))
    #expect(client.favorites()?.names == [])
    let toggled = client.call(.favoritesToggle) { $0.id = id("a:artist:2") }
    let second = source.takeCall()
    #expect(client.outcomes(.favoritesToggle) { $0.id = id("a:artist:2") } == [.removed])
    #expect(client.reply(to: toggled)?.code == .cancelled)
    source.reply(to: second, artist("a:artist:2", name: "Arditti Quartet"))
    #expect(client.favorites()?.names == [])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("that waits for the favourites to open is stored even if its client has left")
  func opening() {
    let hub = HubDriver()
    hub.handle(.clockSet(unixMs: 1_790_000_000_000))
    hub.handle(.favorites(.opening(path: "/docs/Favorites.jsonl")))
    let source = hub.connectProvider("a", serving: [.artistGet])
    let client = hub.connectClient()
    _ = client.call(.favoritesAdd) { $0.id = id("a:artist:1") }
    client.disconnect()
    hub.openFavorites()
    source.reply(to: source.takeCall(), artist("a:artist:1", name: "Kronos Quartet"))
    #expect(hub.connectClient().favorites()?.names == ["Kronos Quartet"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is one of many, of which a few at a time are completed")
  func many() {
    let all = (1...20).map { artist("a:artist:\($0)", name: "Quartet \($0)") }
    for start in stride(from: 0, to: 20, by: 5) {
      see(all[start], all[start + 1], all[start + 2], all[start + 3], all[start + 4])
    }
    for number in 1...20 {
      let outcomes = client.outcomes(.favoritesAdd) { $0.id = id("a:artist:\(number)") }
      #expect(outcomes == [.added])
    }
    var completed = 0
    while true {
      let calls = source.takeCalls()
      guard !calls.isEmpty else { break }
      #expect(calls.count <= 4)
      completed += calls.count
      for call in calls { source.reply(to: call, all[completed - 1]) }
    }
    #expect(completed == 20)
    #expect(client.favorites()?.done?.total == 20)
    #expect(hub.hub.load.isQuiet)
  }
}

@Suite("A configuration that cannot be read")
struct MisconfiguredTests {
  @Test("stops providers without blame, is logged once, and starts them when it changes")
  func life() {
    let hub = HubDriver()
    let (a, b) = (
      hub.connectProvider("a", serving: [.artistGet]),
      hub.connectProvider("b", serving: [.artistGet])
    )
    for _ in 0..<20 {
      for provider in [a, b] { provider.exit() }
      hub.advance(60_000)
      for provider in [a, b] {
        hub.handle(.providerMisconfigured(provider.id, reason: "config.json is broken"))
      }
    }
    #expect(hub.lines(.error) == ["No provider can be started: config.json is broken"])
    let client = hub.connectClient()
    func states() -> [ProviderStatus.State]? {
      client.reply(to: client.call(.providersList))?.done?.providers?.map(\.state)
    }
    #expect(states() == [.stopped, .stopped])
    hub.advance(3_600_000)
    #expect(states() == [.stopped, .stopped])
    hub.handle(.configurationChanged)
    #expect(states() == [.starting, .starting])
    for provider in [a, b] { provider.spawn() }
    #expect(hub.lines(.error).count == 1)
  }

  @Test("that was made for other code stops the provider until the user resets it")
  func withheld() {
    let hub = HubDriver()
    let a = hub.connectProvider("a", serving: [.artistGet])
    let client = hub.connectClient()
    a.exit()
    hub.advance(60_000)
    hub.handle(.settingsWithheld(a.id, reason: "the settings were made for another"))
    #expect(
      hub.lines(.error) == ["Provider a is not started: the settings were made for another"]
    )
    hub.advance(3_600_000)
    let listed = client.reply(to: client.call(.providersList))?.done?.providers
    #expect(listed?.map(\.state) == [.stopped])
    #expect(hub.acceptedSettings.isEmpty)
    let starts = hub.spawns.count
    client.call(.providersReset) { $0.providers = [a.id] }
    #expect(hub.acceptedSettings == [a.id] && hub.spawns.count == starts + 1)
    // Without a reason, there is nothing to accept.
    a.spawn()
    client.call(.providersReset) { $0.providers = [a.id] }
    #expect(hub.acceptedSettings == [a.id])
  }
}
