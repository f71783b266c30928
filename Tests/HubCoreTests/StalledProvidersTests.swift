import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Stalled providers")
struct StalledProvidersTests {
  let hub = HubDriver()
  let a: ModelProvider
  let client: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch])
    client = hub.connectClient()
    hub.responsive.remove(a.peer)
  }

  func pong(_ inflight: Int, oldestMs: Int, ended: Int) {
    hub.advance(2_000)
    let body = Pong(inflight: inflight, oldestMs: oldestMs, ended: ended)
    a.say(Header(type: .pong, re: "p", sid: a.sid), body)
  }

  func completeCall() {
    client.call(.artistsSearch, timeoutMs: 10_000) { $0.text = "nina" }
    a.reply(to: a.takeCall())
  }

  @Test("are restarted if their counters do not change and a call is long past its deadline")
  func stuck() {
    completeCall()
    for pongs in 1...4 {
      #expect(hub.stops.isEmpty)
      pong(1, oldestMs: 15_000 + pongs * 2_000, ended: 1)
    }
    #expect(hub.stops == [a.id])
    #expect(hub.lines(.warning).contains { $0.contains("21000 ms") || $0.contains("23000 ms") })
  }

  @Test("are not restarted while calls end, however old one of them is")
  func busy() {
    completeCall()
    for pongs in 1...10 { pong(1, oldestMs: 15_000 + pongs * 2_000, ended: pongs) }
    #expect(hub.stops.isEmpty)
  }

  @Test("are not restarted before the deadline of the oldest call")
  func working() {
    completeCall()
    for pongs in 1...7 { pong(3, oldestMs: pongs * 2_000, ended: 1) }
    #expect(hub.stops.isEmpty)
  }

  @Test("are not restarted if they have no calls")
  func idle() {
    for _ in 1...10 { pong(0, oldestMs: 0, ended: 7) }
    #expect(hub.stops.isEmpty)
  }
}
