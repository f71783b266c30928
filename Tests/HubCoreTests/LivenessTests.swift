import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The liveness of peers")
struct LivenessTests {
  let hub = HubDriver()

  /// All peers reply to pings only if the test lets them.
  func connectProvider(_ level: Descriptor.Level = .full) -> ModelProvider {
    let a = hub.connectProvider("a", serving: [.artistsSearch]) {
      $0.level = level
      $0.inflight = 1
    }
    hub.responsive = []
    return a
  }

  func connectClient() -> ModelClient {
    let client = hub.connectClient()
    hub.responsive = []
    return client
  }

  func pings(_ peer: Peer) -> [WireMessage] {
    hub.takeMail(of: peer) { $0.header.type == .ping }
  }

  @Test("a silent client is pinged, and disconnected if it stays silent")
  func client() {
    let client = connectClient()
    hub.advance(14_000)
    #expect(pings(client.peer).isEmpty)
    hub.advance(2_000)
    #expect(pings(client.peer).count == 1)
    hub.advance(43_000)
    #expect(hub.hub.load.clients == 1)
    hub.advance(2_000)
    #expect(hub.hub.load.clients == 0)
  }

  @Test("any message counts as a heartbeat")
  func traffic() {
    let client = connectClient()
    for _ in 0..<10 {
      hub.advance(14_000)
      client.say(Header(type: .cancel, re: "x", sid: client.sid))
    }
    #expect(hub.hub.load.clients == 1)
  }

  /// A call that the provider works on.
  private func work(_ a: ModelProvider, timeoutMs: Int = 120_000) {
    connectClient().call(.artistsSearch, timeoutMs: timeoutMs) { $0.text = "nina" }
    #expect(a.takeCalls().count == 1)
    hub.responsive = []
  }

  @Test("a provider without calls is rarely pinged, and the hub sleeps in between")
  func idle() throws {
    let a = connectProvider()
    hub.advance(299_000)
    #expect(pings(a.peer).isEmpty)
    hub.advance(2_000)
    #expect(pings(a.peer).count == 1)
    let due = try #require(hub.hub.nextDeadline)
    #expect(due - hub.now >= 290_000)
    hub.advance(595_000)
    #expect(hub.stops.isEmpty)
    hub.advance(5_000)
    #expect(hub.stops == [a.id])
  }

  @Test("the silence of a provider before its call does not count")
  func idleBefore() {
    let a = connectProvider()
    hub.advance(250_000)
    work(a)
    hub.advance(9_000)
    #expect(pings(a.peer).count >= 3)
    #expect(hub.stops.isEmpty)
    hub.advance(3_000)
    #expect(hub.stops == [a.id])
  }

  @Test("a peer that sends while the hub is silent is pinged, as a heartbeat of the hub")
  func hubSilent() {
    let a = connectProvider()
    work(a)
    var pinged = 0
    for _ in 0..<10 {
      hub.advance(1_000)
      a.say(Header(type: .pong, re: "p", sid: a.sid), Pong(inflight: 0, oldestMs: 0, ended: 0))
      pinged += pings(a.peer).count
    }
    #expect((3...6).contains(pinged))
  }

  @Test("a provider that does not reply to pings is restarted")
  func provider() throws {
    let a = connectProvider()
    work(a)
    for _ in 0..<30 {
      hub.advance(1_000)
      for ping in pings(a.peer) {
        #expect(ping.header.sid == a.sid)
        a.say(
          Header(type: .pong, re: ping.header.id, sid: a.sid),
          Pong(inflight: 0, oldestMs: 0, ended: 0)
        )
      }
    }
    #expect(hub.stops.isEmpty)
    hub.advance(12_000)
    #expect(hub.stops == [a.id])
    a.exit(ProviderExit(reason: "was killed by signal 9"))
    #expect(hub.spawns == [a.id])
  }

  @Test("the silence of a Core provider counts from the deadline of its call")
  func core() throws {
    let a = connectProvider(.core)
    let client = connectClient()
    let call = client.call(.artistsSearch, timeoutMs: 60_000) { $0.text = "nina" }
    hub.advance(56_000)
    #expect(hub.stops.isEmpty)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.names == ["Nina"])
    hub.advance(12_000)
    #expect(hub.stops.isEmpty)
    hub.advance(890_000)
    #expect(hub.stops == [a.id])
  }

  @Test("no peer times out because of a hub stall")
  func stalled() throws {
    let a = connectProvider()
    let client = connectClient()
    hub.stall(3_600_000)
    hub.advance(0)
    #expect(hub.stops.isEmpty)
    #expect(hub.hub.load.clients == 1)
    hub.advance(902_000)
    #expect(hub.stops == [a.id])
    _ = client
  }

  @Test("messages received during a hub stall are read before a peer times out")
  func repliedDuringStall() {
    let a = connectProvider()
    hub.responsive = [a.peer]
    let client = hub.connectClient()
    let call = client.call(.artistsSearch) { $0.text = "nina" }
    let providerCall = a.takeCall()
    hub.stall(60_000)
    // Something else is read first, and the time of the call is over.
    client.call(.hubStatus)
    #expect(client.reply(to: call)?.failure?.code == .deadlineExceeded)
    #expect(hub.stops.isEmpty)
    a.reply(to: providerCall, artist("a:artist:1", name: "Nina"))
    hub.advance(30_000)
    #expect(hub.stops.isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test(
    "a provider that was silent during a hub stall is restarted after a grace period of a second"
  )
  func hungMeanwhile() {
    let a = connectProvider()
    connectClient().call(.artistsSearch) { $0.text = "nina" }
    hub.stall(60_000)
    hub.advance(999)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(hub.stops == [a.id])
  }

  @Test("a hello received during a hub stall is in time")
  func greetedMeanwhile() {
    let a = hub.findProvider("a", serving: [.artistsSearch])
    a.spawn()
    hub.stall(60_000)
    hub.advance(0)
    #expect(hub.stops.isEmpty)
    guard case .welcome = a.hello() else {
      Issue.record("It is not welcome.")
      return
    }
    hub.advance(4_000)
    #expect(hub.stops.isEmpty)
  }

  @Test("the first peer that sends after a hub stall gets no longer grace period than the others")
  func firstToSpeak() {
    let a = connectProvider()
    hub.stall(3_600_000)
    a.say(Header(type: .pong, re: "p", sid: a.sid), Pong(inflight: 0, oldestMs: 0, ended: 0))
    hub.advance(902_000)
    #expect(hub.stops == [a.id])
  }

  @Test("replies received during a hub stall are not failures of the source")
  func sourceNotBlamed() {
    let a = connectProvider()
    hub.responsive = [a.peer]
    let client = hub.connectClient()
    for number in 0..<6 {
      client.call(.artistsSearch) { $0.text = "nina \(number)" }
      let providerCall = a.takeCall()
      hub.stall(60_000)
      hub.advance(0)
      a.reply(to: providerCall, artist("a:artist:1", name: "Nina"))
    }
    #expect(hub.stops.isEmpty)
  }

  @Test("a clock that goes backwards does no harm")
  func backwards() {
    var settings = HubSettings()
    settings.idleMs = 60_000
    var hub = Hub(settings: settings, bootID: "b", now: Instant(milliseconds: 5_000))
    _ = hub.handle(.tick, at: Instant(milliseconds: 9_000))
    _ = hub.handle(.tick, at: Instant(milliseconds: 1_000))
    #expect(hub.nextDeadline.map { $0 > Instant(milliseconds: 8_999) } == true)
  }
}
