import BusProtocol
import HubCore
import MusicModel
import Testing

/// `waitMs`, `timeoutMs`, and sources that miss them.
@Suite("Deadlines")
struct DeadlineTests {
  let hub = HubDriver()
  let fast: ModelProvider
  let slow: ModelProvider
  let client: ModelClient

  init() {
    fast = hub.connectProvider("fast", serving: [.artistsSearch, .artistGet])
    slow = hub.connectProvider(
      "slow",
      serving: [.artistsSearch, .artistGet],
      namespaces: ["fast:artist"]
    )
    client = hub.connectClient()
  }

  func search(timeoutMs: Int? = nil, waitMs: Int? = nil) -> String {
    client.call(.artistsSearch, timeoutMs: timeoutMs) {
      $0.text = "nina"
      $0.waitMs = waitMs
    }
  }

  @Test("a timeout of at most 50 ms leaves no time after the hop margin")
  func shortDeadlines() throws {
    let refused = try #require(client.reply(to: search(timeoutMs: 50)))
    #expect(refused.code == .deadlineExceeded)
    #expect(refused.sources.isEmpty)
    #expect(fast.takeCalls().isEmpty)
    let served = search(timeoutMs: 51)
    #expect(fast.takeCall()?.timeoutMs == 1)
    hub.advance(1)
    #expect(client.reply(to: served)?.code == .deadlineExceeded)
    let status = client.call(.hubStatus, timeoutMs: 1)
    #expect(client.reply(to: status)?.done != nil)
  }

  @Test("a call ends at the soft deadline with the results so far; other sources are late")
  func late() throws {
    let call = search(waitMs: 1_000)
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(999)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.outcomes == "fast: ok, slow: late")
    #expect(reply.sources.map(\.elapsedMs) == [0, 1_000])
    #expect(slow.takeCancels().isEmpty)
  }

  @Test("a source that was late is not waited for until it has replied")
  func lateBefore() throws {
    _ = search()
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(3_000)
    let first = slow.takeCall()
    let second = client.call(.artistsSearch) { $0.text = "miles" }
    fast.reply(to: fast.takeCall(), artist("fast:artist:2", name: "Miles"))
    #expect(client.reply(to: second)?.outcomes == "fast: ok, slow: late")
    slow.reply(to: first, artist("slow:artist:1", name: "Nina"))
    let third = client.call(.artistsSearch) { $0.text = "ella" }
    fast.reply(to: fast.takeCall(), artist("fast:artist:3", name: "Ella"))
    #expect(client.reply(to: third) == nil)
    for call in slow.takeCalls() { slow.reply(to: call, artist("slow:artist:3", name: "Ella")) }
    #expect(client.reply(to: third)?.outcomes == "fast: ok, slow: ok")
  }

  @Test("a source that was late is waited for if no other one has results")
  func onlyLateSource() throws {
    _ = search()
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(3_000)
    _ = slow.takeCall()
    let call = client.call(.artistsSearch) { $0.text = "miles" }
    fast.reply(to: fast.takeCall(), [])
    #expect(client.reply(to: call) == nil)
    slow.reply(to: slow.takeCall(), artist("slow:artist:1", name: "Miles"))
    #expect(client.reply(to: call)?.outcomes == "fast: empty, slow: ok")
  }

  @Test("the default soft deadline is 3 seconds")
  func defaultWait() {
    let call = search()
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(2_999)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    #expect(client.reply(to: call) != nil)
  }

  @Test("the first results after the soft deadline end a call immediately")
  func firstAfterWait() throws {
    let call = search(waitMs: 500)
    hub.advance(2_000)
    #expect(client.reply(to: call) == nil)
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "fast: ok, slow: late")
  }

  @Test("an empty reply does not end a call at the soft deadline")
  func emptyFirst() throws {
    let call = search(waitMs: 500)
    fast.reply(to: fast.takeCall())
    hub.advance(4_000)
    #expect(client.reply(to: call) == nil)
    slow.reply(to: slow.takeCall(), artist("slow:artist:1", name: "Nina"))
    #expect(client.reply(to: call)?.outcomes == "fast: empty, slow: ok")
  }

  @Test("parts of a source that has not ended do not end a call at the soft deadline")
  func partsOnly() throws {
    let call = search(waitMs: 500)
    let providerCall = slow.takeCall()
    slow.part(providerCall, seq: 0, artist("slow:artist:1", name: "Nina"))
    fast.reply(to: fast.takeCall())
    hub.advance(1_000)
    #expect(client.reply(to: call) == nil)
    slow.reply(to: providerCall, [], parts: 1)
    #expect(client.reply(to: call)?.names == ["Nina"])
  }

  @Test("late results are stored in the entity cache")
  func stored() throws {
    _ = search(waitMs: 100)
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(100)
    let providerCall = slow.takeCall()
    slow.reply(to: providerCall, artist("slow:artist:7", "mbid:artist:7", name: "Nina"))
    #expect(hub.hub.load.isQuiet)
    let third = hub.connectProvider("third", serving: [.artistGet], namespaces: ["mbid:artist"])
    client.call(.artistGet) { $0.id = id("slow:artist:7") }
    #expect(third.takeCall()?.parameters.id == id("mbid:artist:7"))
  }

  @Test("sources in flight are cancelled 5 % before the deadline, and the reply is sent")
  func mark() throws {
    let call = search(timeoutMs: 2_000, waitMs: 60_000)
    fast.reply(to: fast.takeCall(), artist("fast:artist:1", name: "Nina"))
    hub.advance(1_899)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "fast: ok, slow: timeout")
    #expect(slow.takeCancels() == [slow.takeCall()?.id])
  }

  @Test("a call with one usable reply, even an empty one, never ends in DEADLINE_EXCEEDED")
  func usable() throws {
    let call = search(timeoutMs: 1_000)
    fast.reply(to: fast.takeCall())
    hub.advance(1_000)
    let reply = try #require(client.reply(to: call))
    #expect(reply.failure == nil)
    #expect(reply.outcomes == "fast: empty, slow: timeout")
  }

  @Test("parts of a source that times out are included")
  func partsAtTheMark() throws {
    let call = search(timeoutMs: 1_000)
    slow.part(slow.takeCall(), seq: 0, artist("slow:artist:1", name: "Nina"))
    hub.advance(1_000)
    let reply = try #require(client.reply(to: call))
    #expect(reply.names == ["Nina"])
    #expect(reply.outcomes == "fast: timeout, slow: timeout")
    #expect(reply.sources.map(\.count) == [nil, 1])
  }

  @Test("a call without any reply ends in DEADLINE_EXCEEDED")
  func noReply() throws {
    let call = search(timeoutMs: 1_000)
    hub.advance(1_000)
    let reply = try #require(client.reply(to: call))
    #expect(reply.code == .deadlineExceeded)
    #expect(reply.outcomes == "fast: timeout, slow: timeout")
  }

  @Test("a source that is not linked does not change the error of a call without replies")
  func timeoutAndNotLinked() throws {
    let call = client.call(.artistGet, timeoutMs: 1_000) { $0.id = id("slow:artist:1") }
    hub.advance(1_000)
    let reply = try #require(client.reply(to: call))
    #expect(reply.outcomes == "fast: not-linked, slow: timeout")
    #expect(reply.code == .deadlineExceeded)
  }

  @Test(
    "each hop passes on the remaining time, less its margin",
    arguments: [(10_000, 9_500), (500, 450), (nil, 9_500)]
  )
  func handedOn(timeoutMs: Int?, left: Int) {
    _ = search(timeoutMs: timeoutMs)
    #expect(fast.takeCall()?.timeoutMs == left)
  }

  @Test("an invalid deadline is rejected", arguments: [0, -1, 120_001, Int.max, Int.min])
  func badTime(timeoutMs: Int) {
    #expect(client.reply(to: search(timeoutMs: timeoutMs))?.code == .invalidHeader)
  }

  @Test("a deadline below the hop margin fails the call immediately", arguments: [1, 50])
  func noTime(timeoutMs: Int) {
    #expect(client.reply(to: search(timeoutMs: timeoutMs))?.code == .deadlineExceeded)
    #expect(fast.takeCalls().isEmpty)
  }

  @Test("the latest deadline is 120 seconds")
  func longestTime() {
    let call = search(timeoutMs: 120_000)
    hub.advance(113_999)
    #expect(client.reply(to: call) == nil)
    hub.advance(1)
    #expect(client.reply(to: call)?.code == .deadlineExceeded)
  }

  @Test("replies after the end are ignored")
  func afterTheEnd() {
    let call = search(timeoutMs: 1_000)
    let providerCalls = (fast.takeCall(), slow.takeCall())
    hub.advance(1_000)
    #expect(client.reply(to: call) != nil)
    fast.part(providerCalls.0, seq: 0, artist("fast:artist:1", name: "Nina"))
    fast.reply(to: providerCalls.0, [], parts: 1)
    slow.fail(providerCalls.1, .cancelled)
    #expect(client.takeMessages(of: call).isEmpty)
    hub.advance(10_000)
    #expect(hub.hub.load.isQuiet)
  }
}
