import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("How many questions a provider gets at once")
struct ProviderQueueTests {
  let hub = HubDriver()

  func connect(inflight: Int, level: Descriptor.Level = .full) -> ModelProvider {
    hub.connectProvider("a", serving: [.searchArtists]) {
      $0.inflight = inflight
      $0.level = level
    }
  }

  func ask(_ count: Int, timeoutMs: Int? = nil) -> [(ModelClient, String)] {
    (0..<count).map { number in
      let client = hub.connectClient()
      return (
        client, client.call(.searchArtists, timeoutMs: timeoutMs) { $0.text = "nina \(number)" }
      )
    }
  }

  @Test("no more than it takes; the others wait for their turn, first come first served")
  func turn() throws {
    let a = connect(inflight: 2)
    let calls = ask(4)
    let first = a.takeCalls()
    #expect(first.map(\.parameters.text) == ["nina 0", "nina 1"])
    hub.advance(1_000)
    a.answer(first.last, artist("a:artist:1", name: "Nina"))
    let next = try #require(a.takeCall())
    #expect(next.parameters.text == "nina 2")
    #expect(next.timeoutMs == 8_500)
    a.answer(first.first)
    a.answer(next)
    a.answer(a.takeCall())
    for (client, call) in calls { #expect(client.answer(to: call) != nil) }
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a client that asks much does not hold up one that asks little")
  func fair() throws {
    let a = connect(inflight: 2)
    let greedy = hub.connectClient()
    for number in 0..<20 { greedy.call(.searchArtists) { $0.text = "greedy \(number)" } }
    let modest = hub.connectClient()
    let call = modest.call(.searchArtists) { $0.text = "modest" }
    let first = a.takeCalls()
    a.answer(first.first)
    let next = try #require(a.takeCall())
    #expect(next.parameters.text == "modest")
    a.answer(next)
    #expect(modest.answer(to: call) != nil)
    #expect(a.takeCall()?.parameters.text == "greedy 2")
  }

  @Test("a Core provider gets one at a time")
  func core() {
    let a = connect(inflight: 1, level: .core)
    _ = ask(3)
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "a descriptor that promises what cannot be is refused",
    arguments: [Int.min, 0, 65, Int.max]
  )
  func odd(inflight: Int) {
    let a = connect(inflight: inflight)
    #expect(a.sid == "none")
    #expect(hub.lines(.warning).contains { $0.contains("inflight") })
  }

  @Test("the largest number of questions at once is 64")
  func most() {
    let a = connect(inflight: 64)
    _ = ask(100)
    #expect(a.takeCalls().count == 64)
  }

  @Test("a question that was cancelled keeps its place until the provider has ended it")
  func cancelled() throws {
    let a = connect(inflight: 1)
    let calls = ask(2)
    let question = try #require(a.takeCall())
    calls[0].0.cancel(calls[0].1)
    #expect(a.takeCancels() == [question.id])
    #expect(a.takeCalls().isEmpty)
    a.fail(question, .cancelled)
    #expect(a.takeCall()?.parameters.text == "nina 1")
  }

  @Test("a question that is cancelled before its turn is never sent")
  func cancelledInQueue() throws {
    let a = connect(inflight: 1)
    let calls = ask(3)
    calls[1].0.cancel(calls[1].1)
    a.answer(a.takeCall())
    #expect(a.takeCall()?.parameters.text == "nina 2")
    #expect(a.takeCancels().isEmpty)
  }

  @Test("a question whose time is over in the queue is never sent")
  func overInQueue() throws {
    let a = connect(inflight: 1)
    let patient = ask(1, timeoutMs: 60_000)
    let hasty = ask(1, timeoutMs: 1_000)
    hub.advance(1_000)
    #expect(hasty[0].0.answer(to: hasty[0].1)?.code == .deadlineExceeded)
    a.answer(a.takeCall())
    #expect(patient[0].0.answer(to: patient[0].1) != nil)
    #expect(a.takeCalls().isEmpty)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a provider that does not end a question long after its time is hung, and replaced")
  func overdue() throws {
    let a = connect(inflight: 2)
    let calls = ask(1, timeoutMs: 1_000)
    hub.advance(950)
    #expect(calls[0].0.answer(to: calls[0].1)?.code == .deadlineExceeded)
    hub.advance(4_999)
    #expect(hub.stops.isEmpty)
    hub.advance(1)
    #expect(hub.stops == [a.id])
    #expect(hub.hub.load.isQuiet)
  }

  @Test("a cancelled question may take its time, but no more than it was given")
  func cancelledTakesTime() {
    let a = connect(inflight: 2)
    let calls = ask(1, timeoutMs: 20_000)
    calls[0].0.cancel(calls[0].1)
    hub.advance(23_999)
    #expect(hub.stops.isEmpty)
    a.answer(a.takeCall())
    hub.advance(10_000)
    #expect(hub.stops.isEmpty)
  }

  @Test("only so many wait; one more is told that the provider is busy")
  func waitingMax() throws {
    let hub = HubDriver { $0.waitingMax = 3 }
    let a = hub.connectProvider("a", serving: [.searchArtists]) { $0.inflight = 1 }
    let b = hub.connectProvider("b", serving: [.searchArtists]) { $0.inflight = 64 }
    let client = hub.connectClient()
    var calls: [String] = []
    for number in 0..<5 { calls.append(client.call(.searchArtists) { $0.text = "nina \(number)" }) }
    for question in b.takeCalls() { b.answer(question) }
    let answer = try #require(client.answer(to: calls[4]))
    #expect(answer.outcomes == "a: failed, b: empty")
    #expect(answer.sources.first?.error?.code == .busy)
    #expect(client.answer(to: calls[3]) == nil)
    _ = a
  }
}
