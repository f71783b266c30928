import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("A call that waits for a request budget")
struct DeferredCallsTests {
  let hub = HubDriver { $0.hasProviderCache = true }
  let client: ModelClient
  let paced: ModelProvider
  let other: ModelProvider

  init() {
    client = hub.connectClient()
    paced = hub.connectProvider("paced", serving: [.artistsSearch]) {
      $0.inflight = 8
      $0.methods["artists.search"]?.cost = [BudgetsTests.host: 2]
      $0.budgets = [BudgetsTests.host: .init(requests: 5, perMs: 5_000, intervalMs: 1_000)]
    }
    other = hub.connectProvider("other", serving: [.artistsSearch]) { $0.inflight = 8 }
  }

  @discardableResult
  func search(
    _ text: String,
    of provider: String? = nil,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    client.call(.artistsSearch) {
      $0.text = text
      $0.providers = provider.map { [ProviderID(rawValue: $0)!] }
      change(&$0)
    }
  }

  /// Spends a request, so that the next call waits for a second.
  func spendRequest() {
    search("first", of: "paced")
    paced.reply(to: paced.takeCall(), [], spent: [BudgetsTests.host: 1])
  }

  func replyFromOther(_ name: String = "Nina") {
    other.reply(to: other.takeCall(), artist("other:artist:1", name: name))
  }

  @Test(
    "waits from the start of a call that made one request, and from the end of one that made more",
    arguments: [(1, 600), (2, 1_000)]
  )
  func interval(_ spent: Int, _ waitMs: Int) {
    search("first", of: "paced")
    let first = paced.takeCall()
    search("second", of: "paced")
    hub.advance(400)
    paced.reply(to: first, [], spent: [BudgetsTests.host: spent])
    hub.advance(waitMs - 1)
    #expect(paced.takeCalls().isEmpty)
    hub.advance(1)
    #expect(paced.takeCall()?.parameters.text == "second")
  }

  @Test("does not delay a reply with the results of another provider")
  func deferred() throws {
    spendRequest()
    let call = search("Nina")
    #expect(client.reply(to: call) == nil)
    replyFromOther()
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "other: ok, paced: deferred")
    let report = reply.sources.first { $0.outcome == .deferred }
    #expect(report?.error?.retryAfterMs == 1_000)
    #expect(reply.done?.totalIsExact == false)
  }

  @Test("ends a call whose other results are there already")
  func deferredLast() {
    spendRequest()
    let first = search("Nina", of: "paced")
    hub.advance(1_000)
    #expect(paced.takeCall()?.parameters.text == "Nina")
    let call = search("Simone")
    replyFromOther("Simone")
    #expect(client.reply(to: call)?.outcomes == "other: ok, paced: deferred")
    #expect(client.reply(to: first) == nil)
  }

  @Test("is awaited if no other provider has results")
  func awaited() {
    spendRequest()
    let call = search("Nina")
    other.reply(to: other.takeCall(), [])
    #expect(client.reply(to: call) == nil)
    hub.advance(1_000)
    paced.reply(to: paced.takeCall(), artist("paced:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "other: empty, paced: ok")
  }

  @Test("is awaited again when it is sent")
  func sent() {
    spendRequest()
    let call = search("Nina")
    hub.advance(1_000)
    replyFromOther()
    #expect(client.reply(to: call) == nil)
    paced.reply(to: paced.takeCall(), artist("paced:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "other: ok, paced: ok")
  }

  @Test("is awaited by a streamed call and by a later page, until the soft deadline")
  func untilSoftDeadline() {
    spendRequest()
    let streamed = search("Nina") { ($0.stream, $0.waitMs) = (true, 500) }
    replyFromOther()
    let page = search("Simone") { ($0.offset, $0.waitMs) = (1, 500) }
    replyFromOther("Simone")
    hub.advance(499)
    #expect(hub.hub.load.calls == 2)
    hub.advance(1)
    #expect(client.reply(to: streamed)?.outcomes == "other: ok, paced: deferred")
    #expect(client.reply(to: page)?.outcomes == "other: ok, paced: deferred")
  }

  @Test("continues after the reply, but only one of each provider, and after those of clients")
  func background() {
    spendRequest()
    for name in ["One", "Two", "Three"] {
      let call = search(name)
      replyFromOther(name)
      #expect(client.reply(to: call)?.outcomes == "other: ok, paced: deferred")
    }
    search("Four", of: "paced")
    hub.advance(1_000)
    let call = paced.takeCall()
    #expect(call?.parameters.text == "Four")
    paced.reply(to: call, [], spent: [BudgetsTests.host: 1])
    hub.advance(1_000)
    #expect(paced.takeCalls().map(\.parameters.text) == ["One"])
  }

  @Test("joined by an equal call delays neither")
  func joined() {
    spendRequest()
    let calls = [search("Nina"), search("Nina") { $0.limit = 2 }]
    replyFromOther()
    for call in calls {
      #expect(client.reply(to: call)?.outcomes == "other: ok, paced: deferred")
    }
  }

  @Test("is sent when the interval has passed for each request that others may still make")
  func interval() {
    search("one", of: "paced")
    search("two", of: "paced")
    #expect(paced.takeCalls().map(\.parameters.grant) == [[BudgetsTests.host: 3]])
    hub.advance(2_999)
    #expect(paced.takeCalls().isEmpty)
    hub.advance(1)
    #expect(paced.takeCalls().map(\.parameters.text) == ["two"])
  }

  @Test("is sent one interval after the requests that were spent")
  func refunded() {
    search("one", of: "paced")
    search("two", of: "paced")
    paced.reply(to: paced.takeCall(), [], spent: [BudgetsTests.host: 1])
    hub.advance(999)
    #expect(paced.takeCalls().isEmpty)
    hub.advance(1)
    #expect(paced.takeCalls().map(\.parameters.text) == ["two"])
  }

  /// A provider whose search waits for a request budget for a second.
  private func slowSearcher(_ hub: HubDriver, _ client: ModelClient) -> ModelProvider {
    let paced = hub.connectProvider("b", serving: [.artistsSearch, .artistGet]) {
      $0.methods["artists.search"]?.cost = ["api.b.example": 1]
      $0.budgets = ["api.b.example": .init(requests: 5, perMs: 5_000, intervalMs: 1_000)]
    }
    client.call(.artistsSearch) { ($0.text, $0.providers) = ("first", [paced.id]) }
    paced.reply(to: paced.takeCall(), [], spent: ["api.b.example": 1])
    return paced
  }

  @Test(
    "a source is awaited that is asked for an artist by id instead of a search which had to wait"
  )
  func deferredSearch() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let a = hub.connectProvider("a", serving: [.artistsSearch, .artistGet])
    let first = client.call(.artistsSearch) { ($0.text, $0.providers) = ("odetta", [a.id]) }
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Odetta"))
    #expect(client.reply(to: first)?.names == ["Odetta"])
    let b = slowSearcher(hub, client)
    let call = client.call(.artistGet) { $0.id = id("a:artist:1") }
    #expect(b.takeCalls().isEmpty)
    a.reply(to: a.takeCall(), artist("a:artist:1", "b:artist:6", name: "Odetta"))
    b.reply(to: b.takeCall(), artist("b:artist:6", name: "Odetta"))
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: ok")
  }

  @Test("a source is awaited that is asked again after its process was lost")
  func deferredAndLost() {
    let hub = HubDriver()
    let client = hub.connectClient()
    let a = hub.connectProvider("a", serving: [.artistsSearch])
    let b = slowSearcher(hub, client)
    let call = client.call(.artistsSearch) { $0.text = "odetta" }
    #expect(b.takeCalls().isEmpty)
    b.exit()
    hub.advance(1_000)
    b.spawn()
    b.hello()
    a.reply(to: a.takeCall(), artist("a:artist:1", name: "Odetta"))
    b.reply(to: b.takeCall(), artist("b:artist:6", name: "Odetta"))
    #expect(client.reply(to: call)?.outcomes == "a: ok, b: ok")
  }
}
