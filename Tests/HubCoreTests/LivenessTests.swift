import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Who still lives")
struct LivenessTests {
  let hub = HubDriver()

  /// Everybody here answers pings only where the test says so.
  func connectProvider(_ level: Descriptor.Level = .full) -> ModelProvider {
    let a = hub.connectProvider("a", serving: [.searchArtists]) {
      $0.level = level
      $0.inflight = 1
    }
    hub.awake = []
    return a
  }

  func connectClient() -> ModelClient {
    let client = hub.connectClient()
    hub.awake = []
    return client
  }

  func pings(_ peer: Peer) -> [WireMessage] {
    hub.takeMail(of: peer) { $0.header.type == .ping }
  }

  @Test("a silent client is pinged, and dropped when it stays silent")
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

  @Test("any message is a sign of life")
  func traffic() {
    let client = connectClient()
    for _ in 0..<10 {
      hub.advance(14_000)
      client.say(Header(type: .cancel, re: "x", sid: client.sid))
    }
    #expect(hub.hub.load.clients == 1)
  }

  @Test("a peer that talks while the hub is silent is pinged, so that it knows that the hub lives")
  func hubSilent() {
    let a = connectProvider()
    var pinged = 0
    for _ in 0..<10 {
      hub.advance(1_000)
      a.say(Header(type: .pong, re: "p", sid: a.sid), Pong(inflight: 0, oldestMs: 0, ended: 0))
      pinged += pings(a.peer).count
    }
    #expect((3...6).contains(pinged))
  }

  @Test("a provider that answers pings stays; one that does not is replaced")
  func provider() throws {
    let a = connectProvider()
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

  @Test("a Core provider is silent while it works; that counts from the end of its call's time")
  func core() throws {
    let a = connectProvider(.core)
    let client = connectClient()
    let call = client.call(.searchArtists, timeoutMs: 60_000) { $0.text = "nina" }
    hub.advance(56_000)
    #expect(hub.stops.isEmpty)
    a.answer(a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.names == ["Nina"])
    hub.advance(12_000)
    #expect(hub.stops == [a.id])
  }

  @Test("a hub that was itself asleep blames nobody for its silence")
  func asleep() throws {
    let a = connectProvider()
    let client = connectClient()
    hub.stall(3_600_000)
    hub.advance(0)
    #expect(hub.stops.isEmpty)
    #expect(hub.hub.load.clients == 1)
    hub.advance(12_000)
    #expect(hub.stops == [a.id])
    _ = client
  }

  @Test("a hub that was itself asleep reads what came before it takes anybody for hung")
  func answeredMeanwhile() {
    let a = connectProvider()
    hub.awake = [a.peer]
    let client = hub.connectClient()
    let call = client.call(.searchArtists) { $0.text = "nina" }
    let question = a.takeCall()
    hub.stall(60_000)
    // Something else is read first, and the time of the call is over.
    client.call(.hubStatus)
    #expect(client.answer(to: call)?.failure?.code == .deadlineExceeded)
    #expect(hub.stops.isEmpty)
    a.answer(question, artist("a:artist:1", name: "Nina"))
    hub.advance(30_000)
    #expect(hub.stops.isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a provider that has said nothing while the hub was asleep is replaced a second later")
  func hungMeanwhile() {
    let a = connectProvider()
    connectClient().call(.searchArtists) { $0.text = "nina" }
    hub.stall(60_000)
    hub.advance(999)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(hub.stops == [a.id])
  }

  @Test("a hello that came while the hub was asleep is in time")
  func greetedMeanwhile() {
    let a = hub.findProvider("a", serving: [.searchArtists])
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

  @Test("who speaks first after the hub's sleep is not forgiven more than the others")
  func firstToSpeak() {
    let a = connectProvider()
    hub.stall(3_600_000)
    a.say(Header(type: .pong, re: "p", sid: a.sid), Pong(inflight: 0, oldestMs: 0, ended: 0))
    hub.advance(12_000)
    #expect(hub.stops == [a.id])
  }

  @Test("a source is not blamed for answers that came while the hub was asleep")
  func sourceNotBlamed() {
    let a = connectProvider()
    hub.awake = [a.peer]
    let client = hub.connectClient()
    for number in 0..<6 {
      client.call(.searchArtists) { $0.text = "nina \(number)" }
      let question = a.takeCall()
      hub.stall(60_000)
      hub.advance(0)
      a.answer(question, artist("a:artist:1", name: "Nina"))
    }
    #expect(hub.stops.isEmpty)
  }

  @Test("time that goes backwards does no harm")
  func backwards() {
    var hub = Hub(settings: HubSettings(), bootID: "b", now: Instant(milliseconds: 5_000))
    _ = hub.handle(.tick, at: Instant(milliseconds: 9_000))
    _ = hub.handle(.tick, at: Instant(milliseconds: 1_000))
    #expect(hub.nextDeadline.map { $0 > Instant(milliseconds: 8_999) } == true)
  }
}
