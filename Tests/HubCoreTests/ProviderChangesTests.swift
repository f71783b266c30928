import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Adding and removing providers")
struct ProviderChangesTests {
  let hub = HubDriver()
  let client: ModelClient
  let b: ModelProvider

  init() {
    client = hub.connectClient()
    b = hub.connectProvider("b", serving: [.artistsSearch])
  }

  private func search(_ text: String = "nina") -> String {
    client.call(.artistsSearch) { $0.text = text }
  }

  private func takeAway(_ provider: ModelProvider) {
    hub.listing.found.removeAll { $0.manifest.id == provider.id }
    hub.handle(.providersFound(hub.listing))
  }

  private func change(_ provider: ModelProvider, _ change: (inout DiscoveredManifest) -> Void) {
    for index in hub.listing.found.indices
    where hub.listing.found[index].manifest.id == provider.id {
      change(&hub.listing.found[index])
    }
    hub.handle(.providersFound(hub.listing))
  }

  private func statuses() -> [ProviderStatus] {
    client.reply(to: client.call(.providersList))?.done?.providers ?? []
  }

  @Test("starts a provider whose manifest appears; the others continue")
  func appears() {
    let call = search()
    let a = hub.findProvider("a", serving: [.artistsSearch])
    #expect(hub.spawns == [a.id])
    a.spawn()
    a.hello()
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "b: ok")
    let next = search("simone")
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Simone"))
    b.reply(to: b.takeCall())
    #expect(client.reply(to: next)?.outcomes == "a: ok, b: empty")
  }

  @Test("drains a provider whose manifest is removed")
  func removed() {
    let call = search()
    let providerCall = b.takeCall()
    takeAway(b)
    #expect(hub.stops.isEmpty)
    #expect(statuses().map(\.state) == [.draining])
    #expect(client.reply(to: search("simone"))?.code == .noProvider)
    b.reply(to: providerCall, artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "b: ok")
    #expect(hub.stops == [b.id])
    #expect(b.takeByes().count == 1)
    b.exit(ProviderExit(reason: "exited with status 0"))
    #expect(statuses().isEmpty)
    #expect(hub.spawns.isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("waits for a call of a draining provider until the deadline of the call")
  func silent() {
    let call = client.call(.artistsSearch, timeoutMs: 2_000) { $0.text = "nina" }
    _ = b.takeCall()
    takeAway(b)
    hub.advance(1_899)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(client.reply(to: call)?.outcomes == "b: timeout")
    #expect(hub.stops == [b.id])
  }

  @Test("sends no new call to a draining provider, also for a client call that began before")
  func laterCall() throws {
    let a = hub.connectProvider("a", serving: [.artistGet, .artistsSearch])
    let c = hub.connectProvider("c", serving: [.artistGet, .artistsSearch])
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    takeAway(c)
    #expect(hub.stops == [c.id])
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(c.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.outcomes == "a: ok, c: failed")
  }

  @Test("does not restart a draining provider that is lost")
  func lost() {
    let call = search()
    _ = b.takeCall()
    takeAway(b)
    b.exit()
    #expect(client.reply(to: call)?.outcomes == "b: failed")
    #expect(hub.spawns.isEmpty)
    #expect(statuses().isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("removes a provider that has not sent hello or is in backoff")
  func notThereYet() {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    takeAway(a)
    #expect(hub.stops.isEmpty)
    a.spawn()
    #expect(hub.stops == [a.id])
    a.exit()
    b.exit()
    b.spawn()
    b.exit()
    #expect(statuses().map(\.state) == [.restarting])
    takeAway(b)
    #expect(statuses().isEmpty)
    hub.advance(60_000)
    #expect(hub.spawns.isEmpty)
  }

  @Test(
    "does not start a provider that is removed when its restart is due",
    arguments: [true, false]
  )
  func due(comesBack: Bool) {
    b.exit()
    b.spawn()
    b.exit()
    let listing = hub.listing
    hub.stall(60_000)
    takeAway(b)
    #expect(hub.spawns.isEmpty)
    #expect(statuses().isEmpty)
    guard comesBack else { return }
    hub.handle(.providersFound(listing))
    #expect(hub.spawns == [b.id])
  }

  @Test("restarts a draining provider whose manifest reappears")
  func back() {
    let call = search()
    let providerCall = b.takeCall()
    let listing = hub.listing
    takeAway(b)
    hub.listing = listing
    hub.handle(.providersFound(listing))
    b.reply(to: providerCall, artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "b: ok")
    b.exit(ProviderExit(reason: "exited with status 0"))
    b.spawn()
    b.hello()
    #expect(statuses().map(\.state) == [.ready])
  }

  @Test("applies a changed manifest at a reload, and lets calls wait for the new process")
  func reload() {
    change(b) { $0.manifest.arguments = ["--new"] }
    #expect(hub.stops.isEmpty)
    #expect(hub.lines(.info).last?.contains("musicbus provider reload b") == true)
    let first = search()
    let providerCall = b.takeCall()
    let reload = client.call(.providersReload)
    #expect(hub.changes.map(\.change) == [.look])
    hub.handle(.manifestsChanged(operation: hub.changes[0].operation, .made([])))
    #expect(client.reply(to: reload)?.done?.providers?.map(\.state) == [.restarting])
    let second = search("simone")
    #expect(hub.stops.isEmpty)
    b.reply(to: providerCall, artist("b:artist:1", name: "Nina"))
    #expect(client.reply(to: first)?.outcomes == "b: ok")
    #expect(hub.stops == [b.id])
    b.exit(ProviderExit(reason: "exited with status 0"))
    b.spawn()
    b.hello()
    b.reply(to: b.takeCall(), artist("b:artist:2", name: "Simone"))
    #expect(client.reply(to: second)?.outcomes == "b: ok")
    #expect(statuses().map(\.restarts) == [0])
  }

  @Test("reloads one provider by name, and all changed ones without a name")
  func whichToReload() {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    change(a) { $0.stamp = "another" }
    for (names, expected) in [(nil, [a.id]), ([b.id], [b.id])] {
      let call = client.call(.providersReload) { $0.providers = names }
      let operation = hub.changes.removeLast().operation
      hub.handle(.manifestsChanged(operation: operation, .made([])))
      #expect(client.reply(to: call)?.done?.providers?.map(\.id) == expected)
    }
    #expect(hub.stops == [a.id, b.id])
  }

  @Test("applies a manifest that overrides another immediately")
  func replaced() {
    change(b) { $0.path = "/elsewhere/b.json" }
    #expect(hub.stops == [b.id])
    b.exit(ProviderExit(reason: "exited with status 0"))
    #expect(hub.spawns == [b.id])
  }

  @Test("logs an invalid manifest once, and lists it")
  func problems() {
    hub.listing.problems = [ManifestProblem(path: "/p/x.json", message: "it is empty")]
    for _ in 0..<2 { hub.handle(.providersFound(hub.listing)) }
    let sentence = "The manifest /p/x.json is skipped: it is empty"
    #expect(hub.lines(.warning) == [sentence])
    #expect(client.reply(to: client.call(.providersList))?.done?.notes == [sentence])
  }

  @Test("replies to add and remove when the files have been changed, or could not be")
  func favoritesActions() throws {
    let add = client.call(.providersAdd) { parameters in
      (parameters.path, parameters.approvedHosts) = ("/p/a", ["one.org"])
    }
    let operation = try #require(hub.changes.last).operation
    #expect(hub.changes.last?.change == .add(path: "/p/a", approvedHosts: ["one.org"]))
    #expect(client.reply(to: add) == nil)
    let a = hub.findProvider("a", serving: [.artistsSearch])
    hub.handle(.manifestsChanged(operation: operation, .made([a.id])))
    #expect(client.reply(to: add)?.done?.providers?.map(\.state) == [.starting])

    let remove = client.call(.providersRemove) { $0.providers = [b.id] }
    #expect(hub.changes.last?.change == .remove([b.id]))
    let refusal = Failure(.invalidParams, "not here")
    let other = try #require(hub.changes.last).operation
    hub.handle(.manifestsChanged(operation: other, .refused(refusal)))
    #expect(client.reply(to: remove)?.failure == refusal)
    #expect(statuses().map(\.state) == [.starting, .ready])
  }

  @Test("fails to remove, reload or reset an unknown provider")
  func notThere() {
    for method in [Method.providersRemove, .providersReload, .providersReset] {
      let call = client.call(method) { $0.providers = [ProviderID(rawValue: "x")!] }
      #expect(client.reply(to: call)?.code == .notFound)
    }
    #expect(hub.changes.isEmpty)
  }

  @Test("limits the number of pending commands")
  func tooMany() {
    let clients = (0..<4).map { _ in hub.connectClient() }
    for client in clients { for _ in 0..<16 { client.call(.providersAdd) { $0.path = "/p/a" } } }
    #expect(hub.changes.count == 64)
    let call = client.call(.providersAdd) { $0.path = "/p/a" }
    #expect(client.reply(to: call)?.code == .busy)
  }

  @Test("ends a pending command when the hub stops")
  func stopping() {
    let add = client.call(.providersAdd) { $0.path = "/p/a" }
    hub.handle(.stopRequested(reason: "test"))
    #expect(client.reply(to: add)?.code == .hubStopping)
  }

  @Test("starts a quarantined provider after a reset, with an empty restart history")
  func reset() {
    while hub.lines(.error).isEmpty {
      b.exit()
      while hub.spawns.isEmpty, hub.lines(.error).isEmpty { hub.advance(1_000) }
      if !hub.spawns.isEmpty { b.spawn() }
    }
    #expect(statuses().map(\.state) == [.quarantined])
    let reset = client.call(.providersReset) { $0.providers = [b.id] }
    #expect(client.reply(to: reset)?.done?.providers?.map(\.state) == [.starting])
    b.spawn()
    b.hello()
    b.exit()
    #expect(hub.spawns == [b.id])
  }

  @Test("lets the hub stop while a provider is draining")
  func stopOnTheWay() {
    _ = search()
    takeAway(b)
    hub.handle(.stopRequested(reason: "test"))
    #expect(hub.stops == [b.id])
    b.exit()
    #expect(hub.isFinished)
  }
}
