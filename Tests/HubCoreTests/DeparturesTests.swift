import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("Providers that come and go")
struct DeparturesTests {
  let hub = HubDriver()
  let client: ModelClient
  let b: ModelProvider

  init() {
    client = hub.connectClient()
    b = hub.connectProvider("b", serving: [.searchArtists])
  }

  private func search(_ text: String = "nina") -> String {
    client.call(.searchArtists) { $0.text = text }
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
    client.answer(to: client.call(.listProviders))?.done?.providers ?? []
  }

  @Test("one whose manifest appears is started, and the others go on")
  func appears() {
    let call = search()
    let a = hub.findProvider("a", serving: [.searchArtists])
    #expect(hub.spawns == [a.id])
    a.spawn()
    a.hello()
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "b: ok")
    let next = search("simone")
    a.answer(a.takeCall(), artist("a:artist:1", name: "Simone"))
    b.answer(b.takeCall())
    #expect(client.answer(to: next)?.outcomes == "a: ok, b: empty")
  }

  @Test("one whose manifest is gone ends its calls, gets no new ones, and is told to go then")
  func removed() {
    let call = search()
    let question = b.takeCall()
    takeAway(b)
    #expect(hub.stops.isEmpty)
    #expect(statuses().map(\.state) == [.draining])
    #expect(client.answer(to: search("simone"))?.code == .noProvider)
    b.answer(question, artist("b:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "b: ok")
    #expect(hub.stops == [b.id])
    #expect(b.takeByes().count == 1)
    b.exit(ProviderExit(reason: "exited with status 0"))
    #expect(statuses().isEmpty)
    #expect(hub.spawns.isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a call that it does not answer holds it up until the time of the call is over")
  func silent() {
    let call = client.call(.searchArtists, timeoutMs: 2_000) { $0.text = "nina" }
    _ = b.takeCall()
    takeAway(b)
    hub.advance(1_899)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(client.answer(to: call)?.outcomes == "b: timeout")
    #expect(hub.stops == [b.id])
  }

  @Test("a call that has not come to its question yet is carried to its end as well")
  func laterQuestion() throws {
    let a = hub.connectProvider("a", serving: [.getArtist, .searchArtists])
    let c = hub.connectProvider("c", serving: [.getArtist, .searchArtists])
    let call = client.call(.getArtist) { $0.id = id("a:artist:1") }
    takeAway(c)
    #expect(hub.stops.isEmpty)
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    c.answer(c.takeCall(), artist("c:artist:9", name: "Nina"))
    c.answer(c.takeCall(), artist("c:artist:9", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "a: ok, c: ok")
    #expect(hub.stops == [c.id])
  }

  @Test("one that is lost on its way out is not started again")
  func lost() {
    let call = search()
    _ = b.takeCall()
    takeAway(b)
    b.exit()
    #expect(client.answer(to: call)?.outcomes == "b: failed")
    #expect(hub.spawns.isEmpty)
    #expect(statuses().isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("one that has not said hello yet, or waits to be started again, is removed all the same")
  func notThereYet() {
    let a = hub.findProvider("a", serving: [.searchArtists])
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
    "one that is due to be started just when it is taken away is not started",
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

  @Test("one whose manifest comes back before it is gone is started anew")
  func back() {
    let call = search()
    let question = b.takeCall()
    let listing = hub.listing
    takeAway(b)
    hub.listing = listing
    hub.handle(.providersFound(listing))
    b.answer(question, artist("b:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "b: ok")
    b.exit(ProviderExit(reason: "exited with status 0"))
    b.spawn()
    b.hello()
    #expect(statuses().map(\.state) == [.ready])
  }

  @Test("a changed manifest is taken up at reload, not before, and calls wait for the new process")
  func reload() {
    change(b) { $0.manifest.arguments = ["--new"] }
    #expect(hub.stops.isEmpty)
    #expect(hub.lines(.info).last?.contains("musicbus provider reload b") == true)
    let first = search()
    let question = b.takeCall()
    let reload = client.call(.reloadProviders)
    #expect(hub.changes.map(\.change) == [.look])
    hub.handle(.manifestsChanged(ticket: hub.changes[0].ticket, .made([])))
    #expect(client.answer(to: reload)?.done?.providers?.map(\.state) == [.restarting])
    let second = search("simone")
    #expect(hub.stops.isEmpty)
    b.answer(question, artist("b:artist:1", name: "Nina"))
    #expect(client.answer(to: first)?.outcomes == "b: ok")
    #expect(hub.stops == [b.id])
    b.exit(ProviderExit(reason: "exited with status 0"))
    b.spawn()
    b.hello()
    b.answer(b.takeCall(), artist("b:artist:2", name: "Simone"))
    #expect(client.answer(to: second)?.outcomes == "b: ok")
    #expect(statuses().map(\.restarts) == [0])
  }

  @Test("reload without a name takes those that have changed, with one that one")
  func whichToReload() {
    let a = hub.connectProvider("a", serving: [.searchArtists])
    change(a) { $0.stamp = "another" }
    for (names, expected) in [(nil, [a.id]), ([b.id], [b.id])] {
      let call = client.call(.reloadProviders) { $0.providers = names }
      let ticket = hub.changes.removeLast().ticket
      hub.handle(.manifestsChanged(ticket: ticket, .made([])))
      #expect(client.answer(to: call)?.done?.providers?.map(\.id) == expected)
    }
    #expect(hub.stops == [a.id, b.id])
  }

  @Test("a manifest that takes the place of another is served at once")
  func replaced() {
    change(b) { $0.path = "/elsewhere/b.json" }
    #expect(hub.stops == [b.id])
    b.exit(ProviderExit(reason: "exited with status 0"))
    #expect(hub.spawns == [b.id])
  }

  @Test("a manifest that cannot be served is told once in the log, and in the list")
  func problems() {
    hub.listing.problems = [ManifestProblem(path: "/p/x.json", message: "it is empty")]
    for _ in 0..<2 { hub.handle(.providersFound(hub.listing)) }
    let sentence = "The manifest /p/x.json is passed over: it is empty"
    #expect(hub.lines(.warning) == [sentence])
    #expect(client.answer(to: client.call(.listProviders))?.done?.notes == [sentence])
  }

  @Test("add and remove are answered when the files are as wanted, or could not be made so")
  func orders() throws {
    let add = client.call(.addProvider) { $0.path = "/p/a" }
    let ticket = try #require(hub.changes.last).ticket
    #expect(hub.changes.last?.change == .add(path: "/p/a"))
    #expect(client.answer(to: add) == nil)
    let a = hub.findProvider("a", serving: [.searchArtists])
    hub.handle(.manifestsChanged(ticket: ticket, .made([a.id])))
    #expect(client.answer(to: add)?.done?.providers?.map(\.state) == [.starting])

    let remove = client.call(.removeProviders) { $0.providers = [b.id] }
    #expect(hub.changes.last?.change == .remove([b.id]))
    let refusal = Failure(.invalidParams, "not here")
    let other = try #require(hub.changes.last).ticket
    hub.handle(.manifestsChanged(ticket: other, .refused(refusal)))
    #expect(client.answer(to: remove)?.failure == refusal)
    #expect(statuses().map(\.state) == [.starting, .ready])
  }

  @Test("nobody is removed, reloaded or reset who is not there")
  func notThere() {
    for method in [Method.removeProviders, .reloadProviders, .resetProviders] {
      let call = client.call(method) { $0.providers = [ProviderID(rawValue: "x")!] }
      #expect(client.answer(to: call)?.code == .notFound)
    }
    #expect(hub.changes.isEmpty)
  }

  @Test("only so many orders are taken at once")
  func tooMany() {
    let clients = (0..<4).map { _ in hub.connectClient() }
    for client in clients { for _ in 0..<16 { client.call(.addProvider) { $0.path = "/p/a" } } }
    #expect(hub.changes.count == 64)
    let call = client.call(.addProvider) { $0.path = "/p/a" }
    #expect(client.answer(to: call)?.code == .busy)
  }

  @Test("an order is answered though the hub stops before it is carried out")
  func stopping() {
    let add = client.call(.addProvider) { $0.path = "/p/a" }
    hub.handle(.stopRequested(reason: "test"))
    #expect(client.answer(to: add)?.code == .hubStopping)
  }

  @Test("one that is quarantined runs again after a reset, and its past is forgotten")
  func reset() {
    while hub.lines(.error).isEmpty {
      b.exit()
      while hub.spawns.isEmpty, hub.lines(.error).isEmpty { hub.advance(1_000) }
      if !hub.spawns.isEmpty { b.spawn() }
    }
    #expect(statuses().map(\.state) == [.quarantined])
    let reset = client.call(.resetProviders) { $0.providers = [b.id] }
    #expect(client.answer(to: reset)?.done?.providers?.map(\.state) == [.starting])
    b.spawn()
    b.hello()
    b.exit()
    #expect(hub.spawns == [b.id])
  }

  @Test("the hub can stop while one is on its way out")
  func stopOnTheWay() {
    _ = search()
    takeAway(b)
    hub.handle(.stopRequested(reason: "test"))
    #expect(hub.stops == [b.id])
    b.exit()
    #expect(hub.isFinished)
  }
}
