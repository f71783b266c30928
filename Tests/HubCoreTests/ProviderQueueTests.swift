import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The queue of a provider")
struct ProviderQueueTests {
  let hub = HubDriver()

  func connect(inflight: Int, level: Descriptor.Level = .full) -> ModelProvider {
    hub.connectProvider("a", serving: [.artistsSearch]) {
      $0.inflight = inflight
      $0.level = level
    }
  }

  func submit(_ count: Int, timeoutMs: Int? = nil) -> [(ModelClient, String)] {
    (0..<count).map { number in
      let client = hub.connectClient()
      return (
        client, client.call(.artistsSearch, timeoutMs: timeoutMs) { $0.text = "nina \(number)" }
      )
    }
  }

  @Test("sends at most the in-flight limit, in order of arrival")
  func turn() throws {
    let a = connect(inflight: 2)
    let calls = submit(4)
    let first = a.takeCalls()
    #expect(first.map(\.parameters.text) == ["nina 0", "nina 1"])
    hub.advance(1_000)
    a.reply(to: first.last, artist("a:artist:1", name: "Nina"))
    let next = try #require(a.takeCall())
    #expect(next.parameters.text == "nina 2")
    #expect(next.timeoutMs == 8_500)
    a.reply(to: first.first)
    a.reply(to: next)
    a.reply(to: a.takeCall())
    for (client, call) in calls { #expect(client.reply(to: call) != nil) }
    #expect(hub.hub.load.isQuiet)
  }

  @Test("is fair between clients with many and few calls")
  func fair() throws {
    let a = connect(inflight: 2)
    let greedy = hub.connectClient()
    for number in 0..<20 { greedy.call(.artistsSearch) { $0.text = "greedy \(number)" } }
    let modest = hub.connectClient()
    let call = modest.call(.artistsSearch) { $0.text = "modest" }
    let first = a.takeCalls()
    a.reply(to: first.first)
    let next = try #require(a.takeCall())
    #expect(next.parameters.text == "modest")
    a.reply(to: next)
    #expect(modest.reply(to: call) != nil)
    #expect(a.takeCall()?.parameters.text == "greedy 2")
  }

  @Test("sends a Core provider one call at a time")
  func core() {
    let a = connect(inflight: 1, level: .core)
    _ = submit(3)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "rejects a descriptor with invalid limits",
    arguments: [Int.min, 0, 65, Int.max]
  )
  func odd(inflight: Int) {
    let a = connect(inflight: inflight)
    #expect(a.sid == "none")
    #expect(hub.lines(.warning).contains { $0.contains("inflight") })
  }

  @Test("sends at most 64 calls concurrently")
  func most() {
    let a = connect(inflight: 64)
    _ = submit(100)
    #expect(a.takeCalls().count == 64)
  }

  @Test("counts a cancelled call as in flight until the provider has ended it")
  func cancelled() throws {
    let a = connect(inflight: 1)
    let calls = submit(2)
    let providerCall = try #require(a.takeCall())
    calls[0].0.cancel(calls[0].1)
    #expect(a.takeCancels() == [providerCall.id])
    #expect(a.takeCalls().isEmpty)
    a.fail(providerCall, .cancelled)
    #expect(a.takeCall()?.parameters.text == "nina 1")
  }

  @Test("never sends a call that is cancelled while it is queued")
  func cancelledInQueue() throws {
    let a = connect(inflight: 1)
    let calls = submit(3)
    calls[1].0.cancel(calls[1].1)
    a.reply(to: a.takeCall())
    #expect(a.takeCall()?.parameters.text == "nina 2")
    #expect(a.takeCancels().isEmpty)
  }

  @Test("never sends a call that expired while it was queued")
  func overInQueue() throws {
    let a = connect(inflight: 1)
    let patient = submit(1, timeoutMs: 60_000)
    let hasty = submit(1, timeoutMs: 1_000)
    hub.advance(1_000)
    #expect(hasty[0].0.reply(to: hasty[0].1)?.code == .deadlineExceeded)
    a.reply(to: a.takeCall())
    #expect(patient[0].0.reply(to: patient[0].1) != nil)
    #expect(a.takeCalls().isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("restarts a provider that does not end a call long after its deadline")
  func timedOut() throws {
    let a = connect(inflight: 2)
    let calls = submit(1, timeoutMs: 1_000)
    hub.advance(950)
    #expect(calls[0].0.reply(to: calls[0].1)?.code == .deadlineExceeded)
    hub.advance(4_999)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(hub.stops == [a.id])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("lets a cancelled call run until its deadline")
  func cancelledTakesTime() {
    let a = connect(inflight: 2)
    let calls = submit(1, timeoutMs: 20_000)
    calls[0].0.cancel(calls[0].1)
    hub.advance(23_999)
    #expect(hub.stops.isEmpty)
    a.reply(to: a.takeCall())
    hub.advance(10_000)
    #expect(hub.stops.isEmpty)
  }

  @Test("has a limit; a call beyond it fails because the provider is busy")
  func maxQueued() throws {
    let hub = HubDriver { $0.maxQueued = 3 }
    let a = hub.connectProvider("a", serving: [.artistsSearch]) { $0.inflight = 1 }
    let b = hub.connectProvider("b", serving: [.artistsSearch]) { $0.inflight = 64 }
    let client = hub.connectClient()
    var calls: [String] = []
    for number in 0..<5 { calls.append(client.call(.artistsSearch) { $0.text = "nina \(number)" }) }
    for providerCall in b.takeCalls() { b.reply(to: providerCall) }
    let reply = try #require(client.reply(to: calls[4]))
    #expect(reply.outcomes == "a: failed, b: empty")
    #expect(reply.sources.first?.error?.code == .busy)
    #expect(client.reply(to: calls[3]) == nil)
    _ = a
  }
}
