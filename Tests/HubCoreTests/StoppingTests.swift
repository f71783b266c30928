import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The shutdown of the hub")
struct StoppingTests {
  let hub = HubDriver { $0.idleMs = 1_800_000 }

  @Test("ends every call, notifies every peer, and ends every process")
  func stop() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    let idle = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    hub.handle(.stopRequested(reason: "signal Terminated"))
    #expect(client.reply(to: call)?.code == .hubStopping)
    for byes in [client.takeByes(), idle.takeByes(), a.takeByes()] {
      #expect(byes.map(\.code) == [.hubStopping])
    }
    #expect(hub.stops == [a.id])
    #expect(!hub.isFinished)
    a.exit(ProviderExit(reason: "exited with status 0"))
    #expect(hub.isFinished)
    #expect(hub.spawns.isEmpty)
    #expect(hub.hub.nextDeadline == nil)
    #expect(hub.hub.load == InFlightCounts())
  }

  @Test("replies to the client that requested it first")
  func byClient() throws {
    let client = hub.connectClient()
    let call = client.call(.hubStop)
    #expect(client.reply(to: call)?.done != nil)
    #expect(client.takeByes().map(\.code) == [.hubStopping])
    #expect(hub.isFinished)
  }

  @Test("rejects new peers and new calls")
  func tooLate() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    hub.handle(.stopRequested(reason: "test"))
    _ = client.takeByes()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    #expect(client.reply(to: call)?.code == .hubStopping)
    guard case .bye(let bye) = ModelClient(hub).hello() else {
      Issue.record("A client was not turned away")
      return
    }
    #expect(bye.code == .hubStopping)
    _ = a.takeByes()
    a.reconnect()
    guard case .bye(let bye) = a.hello() else {
      Issue.record("A provider was not turned away")
      return
    }
    #expect(bye.code == .hubStopping)
  }

  @Test("ends and awaits a process that starts during it")
  func startingThen() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    hub.handle(.stopRequested(reason: "test"))
    #expect(!hub.isFinished)
    a.spawn()
    #expect(hub.stops == [a.id])
    a.exit()
    #expect(hub.isFinished)
  }

  @Test("does not wait for a process that cannot be started")
  func notStartedThen() throws {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    hub.handle(.stopRequested(reason: "test"))
    hub.handle(.providerNotSpawned(a.id, reason: "no such file"))
    #expect(hub.isFinished)
  }

  @Test("does not wait for processes after the grace period")
  func notForEver() throws {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    hub.handle(.stopRequested(reason: "test"))
    hub.advance(2_999)
    #expect(!hub.isFinished)
    hub.advance(1)
    #expect(hub.isFinished)
    #expect(hub.lines(.error).contains { $0.contains("a") })
  }

  @Test("happens once, however often it is requested")
  func once() {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    hub.handle(.stopRequested(reason: "test"))
    #expect(hub.handle(.stopRequested(reason: "test")).isEmpty)
    #expect(hub.stops.count == 1)
  }

  @Test("happens after the idle timeout, unless a call is in flight")
  func idle() throws {
    let client = hub.connectClient()
    hub.advance(1_000_000)
    let call = client.call(.hubStatus)
    #expect(client.reply(to: call)?.done?.hub?.calls == 1)
    hub.advance(1_799_999)
    #expect(!hub.isFinished)
    hub.advance(2_000)
    #expect(hub.isFinished)
  }

  @Test("does not happen if the hub was not started by a command")
  func stays() {
    let hub = HubDriver()
    hub.advance(100_000_000)
    #expect(!hub.isFinished)
  }
}
