import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Equal provider calls")
struct CoalescingTests {
  let hub = HubDriver()
  let a: ModelProvider
  let nina: ModelClient
  let miles: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet, .albumGet, .artworkGet]) {
      $0.inflight = 2
    }
    nina = hub.connectClient()
    miles = hub.connectClient()
  }

  func search(
    _ client: ModelClient,
    timeoutMs: Int? = nil,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    client.call(.artistsSearch, timeoutMs: timeoutMs) {
      $0.text = "nina"
      change(&$0)
    }
  }

  @Test("are coalesced")
  func once() throws {
    let calls = [search(nina), search(miles)]
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(nina.reply(to: calls[0])?.names == ["Nina"])
    #expect(miles.reply(to: calls[1])?.names == ["Nina"])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are not coalesced after the first has completed")
  func afterCompletion() {
    _ = search(nina)
    a.reply(to: a.takeCall())
    _ = search(miles)
    #expect(a.takeCalls().count == 1)
  }

  @Test("are recognized by the parameters that concern the provider")
  func differ() {
    _ = search(nina)
    _ = search(miles) { $0.country = "de" }
    _ = search(miles) { $0.sort = .name }
    _ = search(miles) { $0.waitMs = 1 }
    #expect(a.takeCalls().map(\.parameters.country) == [nil, "de"])
  }

  @Test("continue for other waiters if one client call is cancelled")
  func cancelled() throws {
    let calls = [search(nina), search(miles)]
    nina.cancel(calls[0])
    #expect(nina.reply(to: calls[0])?.code == .cancelled)
    #expect(a.takeCancels().isEmpty)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.reply(to: calls[1])?.names == ["Nina"])
  }

  @Test("are cancelled if no waiter is left")
  func allCancelled() {
    let calls = [search(nina), search(miles)]
    nina.cancel(calls[0])
    miles.disconnect()
    #expect(a.takeCancels() == [a.takeCall()?.id])
    #expect(hub.hub.load.providerCalls == 0)
  }

  @Test("are not coalesced with a cancelled one")
  func notCoalesced() {
    let call = search(nina)
    nina.cancel(call)
    _ = search(miles)
    #expect(a.takeCalls().count == 2)
  }

  @Test("get the latest deadline of all waiters while they are queued")
  func latestDeadline() throws {
    _ = search(nina) { $0.text = "one" }
    _ = search(nina) { $0.text = "two" }
    let blocking = a.takeCalls()
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    hub.advance(950)
    #expect(nina.reply(to: hasty)?.code == .deadlineExceeded)
    a.reply(to: blocking.first)
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.timeoutMs == 18_050)
    a.reply(to: providerCall, artist("a:artist:1", name: "Nina"))
    #expect(miles.reply(to: patient)?.names == ["Nina"])
  }

  @Test("get a deadline of remaining waiters only")
  func leftBefore() throws {
    _ = search(nina) { $0.text = "one" }
    _ = search(nina) { $0.text = "two" }
    let blocking = a.takeCalls()
    _ = search(nina, timeoutMs: 4_000)
    let patient = search(miles, timeoutMs: 20_000)
    miles.cancel(patient)
    a.reply(to: blocking.first)
    #expect(a.takeCall()?.timeoutMs == 3_800)
  }

  @Test("are repeated after their deadline if a waiter has time left")
  func repeated() throws {
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    let first = try #require(a.takeCall())
    #expect(first.timeoutMs == 950)
    hub.advance(950)
    #expect(nina.reply(to: hasty)?.code == .deadlineExceeded)
    let second = try #require(a.takeCall())
    #expect(second.timeoutMs == 18_050)
    #expect(a.takeCancels() == [first.id])
    a.reply(to: second, artist("a:artist:1", name: "Nina"))
    #expect(miles.reply(to: patient)?.names == ["Nina"])
  }

  @Test("are repeated if the provider reports its deadline and a waiter has time left")
  func providerSaysSo() throws {
    let hasty = search(nina, timeoutMs: 1_000)
    let patient = search(miles, timeoutMs: 20_000)
    hub.advance(900)
    a.fail(a.takeCall(), .deadlineExceeded)
    #expect(nina.reply(to: hasty)?.code == .deadlineExceeded)
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.reply(to: patient)?.names == ["Nina"])
  }

  @Test("send earlier parts to a waiter that joins later")
  func joinedLate() throws {
    _ = search(nina) { $0.stream = true }
    let providerCall = a.takeCall()
    a.part(providerCall, seq: 0, artist("a:artist:1", name: "Nina"))
    let joined = search(miles) { $0.stream = true }
    let shown = hub.mail(of: miles.peer).filter { $0.header.re == joined }
    #expect(shown.map(\.header.type) == [.part])
    a.reply(to: providerCall, [artist("a:artist:2", name: "Nino")], parts: 1)
    #expect(miles.reply(to: joined)?.names == ["Nina", "Nino"])
  }

  @Test("fail for all waiters")
  func failed() {
    let calls = [search(nina), search(miles)]
    a.fail(a.takeCall(), .upstreamUnavailable)
    #expect(nina.reply(to: calls[0])?.code == .sourcesFailed)
    #expect(miles.reply(to: calls[1])?.code == .sourcesFailed)
  }

  @Test("continue after the soft deadline of one waiter")
  func late() throws {
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let short = search(nina) { $0.waitMs = 100 }
    let long = search(miles) { $0.waitMs = 5_000 }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nino"))
    hub.advance(100)
    #expect(nina.reply(to: short)?.outcomes == "a: late, b: ok")
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(miles.reply(to: long)?.outcomes == "a: ok, b: ok")
  }

  @Test("serve a client search and a link search")
  func resolution() throws {
    let b = hub.connectProvider("b", serving: [.artistGet])
    let get = nina.call(.artistGet) { $0.id = id("b:artist:1") }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    let first = try #require(a.takeCall())
    let again = miles.call(.artistGet) { $0.id = id("b:artist:1") }
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Nina"))
    #expect(a.takeCalls().isEmpty)
    a.reply(to: first, artist("a:artist:5", name: "Nina"))
    a.reply(to: a.takeCall(), artist("a:artist:5", name: "Nina"))
    #expect(nina.reply(to: get)?.outcomes == "a: ok, b: ok")
    #expect(miles.reply(to: again)?.outcomes == "a: ok, b: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("fetch a file once for all waiters")
  func file() throws {
    let first = nina.call(.artworkGet) { $0.id = id("a:album:1") }
    a.reply(
      to: a.takeCall(),
      album("a:album:1", title: "Hits") { $0.artwork = [Artwork(url: "x", role: .cover)] }
    )
    let second = miles.call(.artworkGet) { $0.id = id("a:album:1") }
    var done = Done()
    done.media = Done.Media(type: "image/jpeg")
    a.end(a.takeCall(), done, attachment: [7])
    #expect(nina.reply(to: first)?.attachment == [7])
    #expect(miles.reply(to: second)?.attachment == [7])
  }

  @Test("are repeated once for all waiters if the provider is lost")
  func lost() throws {
    let calls = [search(nina), search(miles)]
    #expect(a.takeCalls().count == 1)
    a.exit()
    a.spawn()
    a.hello()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    #expect(nina.reply(to: calls[0])?.names == ["Nina"])
    #expect(miles.reply(to: calls[1])?.names == ["Nina"])
  }

  @Test("of one client are coalesced as well")
  func oneClient() {
    let calls = [search(nina), search(nina)]
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Nina"))
    for call in calls { #expect(nina.reply(to: call)?.names == ["Nina"]) }
  }
}
