import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Providers that answer pings and do nothing else")
struct StuckProvidersTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.searchArtists])
    client = hub.connectClient()
    hub.awake.remove(a.peer)
  }

  func pong(_ inflight: Int, oldestMs: Int, ended: Int) {
    hub.advance(2_000)
    let body = Pong(inflight: inflight, oldestMs: oldestMs, ended: ended)
    a.say(Header(type: .pong, re: "p", sid: a.sid), body)
  }

  func ask() {
    client.call(.searchArtists, timeoutMs: 10_000) { $0.text = "nina" }
    a.answer(a.takeCall())
  }

  @Test("are replaced when their counters stand still and a call is long over its time")
  func stuck() {
    ask()
    for pongs in 1...4 {
      #expect(hub.stops.isEmpty)
      pong(1, oldestMs: 15_000 + pongs * 2_000, ended: 1)
    }
    #expect(hub.stops == [a.id])
    #expect(hub.lines(.warning).contains { $0.contains("21000 ms") || $0.contains("23000 ms") })
  }

  @Test("are left alone while calls end, however old one of them is")
  func busy() {
    ask()
    for pongs in 1...10 { pong(1, oldestMs: 15_000 + pongs * 2_000, ended: pongs) }
    #expect(hub.stops.isEmpty)
  }

  @Test("are left alone while the oldest call is within its time")
  func working() {
    ask()
    for pongs in 1...7 { pong(3, oldestMs: pongs * 2_000, ended: 1) }
    #expect(hub.stops.isEmpty)
  }

  @Test("are left alone when they do nothing because there is nothing to do")
  func idle() {
    for _ in 1...10 { pong(0, oldestMs: 0, ended: 7) }
    #expect(hub.stops.isEmpty)
  }
}
