import BusProtocol
import HubCore
import MusicModel
import Testing

/// `waitMs`, `timeoutMs` and what becomes of those who do not keep them.
@Suite("Waiting for slow sources")
struct WaitingTests {
  let hub = HubDriver()
  let fast: ModelProvider
  let slow: ModelProvider
  let client: ModelClient

  init() {
    fast = hub.connectProvider("fast", serving: [.searchArtists, .getArtist])
    slow = hub.connectProvider(
      "slow",
      serving: [.searchArtists, .getArtist],
      namespaces: ["fast:artist"]
    )
    client = hub.connectClient()
  }

  func search(timeoutMs: Int? = nil, waitMs: Int? = nil) -> String {
    client.call(.searchArtists, timeoutMs: timeoutMs) {
      $0.text = "nina"
      $0.waitMs = waitMs
    }
  }

  @Test("after the wait the answer is made of what came in; the rest is late")
  func late() throws {
    let call = search(waitMs: 1_000)
    fast.answer(fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(999)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.outcomes == "fast: ok, slow: late")
    #expect(answer.sources.map(\.elapsedMs) == [0, 1_000])
    #expect(slow.takeCancels().isEmpty)
  }

  @Test("the wait is 3 seconds where the caller does not say")
  func defaultWait() {
    let call = search()
    fast.answer(fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(2_999)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    #expect(client.answer(to: call) != nil)
  }

  @Test("an answer that comes after the wait, the first with anything, ends it at once")
  func firstAfterWait() throws {
    let call = search(waitMs: 500)
    hub.advance(2_000)
    #expect(client.answer(to: call) == nil)
    fast.answer(fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "fast: ok, slow: late")
  }

  @Test("an empty first answer is not final: the others are waited for")
  func emptyFirst() throws {
    let call = search(waitMs: 500)
    fast.answer(fast.takeCall())
    hub.advance(4_000)
    #expect(client.answer(to: call) == nil)
    slow.answer(slow.takeCall(), artist("slow:artist:1", name: "Nina"))
    #expect(client.answer(to: call)?.outcomes == "fast: empty, slow: ok")
  }

  @Test("parts of a source that has not ended are no reason to end the wait")
  func partsOnly() throws {
    let call = search(waitMs: 500)
    let question = slow.takeCall()
    slow.part(question, seq: 0, artist("slow:artist:1", name: "Nina"))
    fast.answer(fast.takeCall())
    hub.advance(1_000)
    #expect(client.answer(to: call) == nil)
    slow.answer(question, [], parts: 1)
    #expect(client.answer(to: call)?.names == ["Nina"])
  }

  @Test("what comes late is kept: it is known when the entity is asked about")
  func lateIsKept() throws {
    _ = search(waitMs: 100)
    fast.answer(fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(100)
    let question = slow.takeCall()
    slow.answer(question, artist("slow:artist:7", "mbid:artist:7", name: "Nina"))
    #expect(hub.hub.load.isQuiet)
    let third = hub.connectProvider("third", serving: [.getArtist], namespaces: ["mbid:artist"])
    client.call(.getArtist) { $0.id = id("slow:artist:7") }
    #expect(third.takeCall()?.parameters.id == id("mbid:artist:7"))
  }

  @Test("at the mark, 5 % before the end, open sources are cancelled and the answer leaves")
  func mark() throws {
    let call = search(timeoutMs: 2_000, waitMs: 60_000)
    fast.answer(fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(1_899)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "fast: ok, slow: timeout")
    #expect(slow.takeCancels() == [slow.takeCall()?.id])
  }

  @Test("a call with one usable answer never ends in DEADLINE_EXCEEDED, even an empty one")
  func usable() throws {
    let call = search(timeoutMs: 1_000)
    fast.answer(fast.takeCall())
    hub.advance(1_000)
    let answer = try #require(client.answer(to: call))
    #expect(answer.failure == nil)
    #expect(answer.outcomes == "fast: empty, slow: timeout")
  }

  @Test("what a source gave in parts counts, though it does not come to its end in time")
  func partsAtTheMark() throws {
    let call = search(timeoutMs: 1_000)
    slow.part(slow.takeCall(), seq: 0, artist("slow:artist:1", name: "Nina"))
    hub.advance(1_000)
    let answer = try #require(client.answer(to: call))
    #expect(answer.names == ["Nina"])
    #expect(answer.outcomes == "fast: timeout, slow: timeout")
    #expect(answer.sources.map(\.count) == [nil, 1])
  }

  @Test("when nobody answers in time that is what the call ends in")
  func nobody() throws {
    let call = search(timeoutMs: 1_000)
    hub.advance(1_000)
    let answer = try #require(client.answer(to: call))
    #expect(answer.code == .deadlineExceeded)
    #expect(answer.outcomes == "fast: timeout, slow: timeout")
  }

  @Test("a source that is not linked does not turn a missing answer into another failure")
  func timeoutAndNotLinked() throws {
    let call = client.call(.getArtist, timeoutMs: 1_000) { $0.id = id("slow:artist:1") }
    hub.advance(1_000)
    let answer = try #require(client.answer(to: call))
    #expect(answer.outcomes == "fast: not-linked, slow: timeout")
    #expect(answer.code == .deadlineExceeded)
  }

  @Test(
    "each hop hands on what is left, less its margin",
    arguments: [(10_000, 9_500), (500, 450), (nil, 9_500)]
  )
  func handedOn(timeoutMs: Int?, left: Int) {
    _ = search(timeoutMs: timeoutMs)
    #expect(fast.takeCall()?.timeoutMs == left)
  }

  @Test("a time that is no time is refused", arguments: [0, -1, 120_001, Int.max, Int.min])
  func badTime(timeoutMs: Int) {
    #expect(client.answer(to: search(timeoutMs: timeoutMs))?.code == .invalidHeader)
  }

  @Test("a call that leaves the hub no time fails at once", arguments: [1, 50])
  func noTime(timeoutMs: Int) {
    #expect(client.answer(to: search(timeoutMs: timeoutMs))?.code == .deadlineExceeded)
    #expect(fast.takeCalls().isEmpty)
  }

  @Test("the longest time is 120 seconds")
  func longestTime() {
    let call = search(timeoutMs: 120_000)
    hub.advance(113_999)
    #expect(client.answer(to: call) == nil)
    hub.advance(1)
    #expect(client.answer(to: call)?.code == .deadlineExceeded)
  }

  @Test("answers after the end are left aside")
  func afterTheEnd() {
    let call = search(timeoutMs: 1_000)
    let questions = (fast.takeCall(), slow.takeCall())
    hub.advance(1_000)
    #expect(client.answer(to: call) != nil)
    fast.part(questions.0, seq: 0, artist("fast:artist:1", name: "Nina"))
    fast.answer(questions.0, [], parts: 1)
    slow.fail(questions.1, .cancelled)
    #expect(client.takeMessages(of: call).isEmpty)
    hub.advance(10_000)
    #expect(hub.hub.load.isQuiet)
  }
}
