import Testing

@testable import ZeroMQ

@Suite("A waker", .timeLimit(.minutes(1)))
struct WakeUpTests {
  @Test("ends the wait of a poll loop once")
  func wakes() throws {
    let wakeUp = try Waker()
    var poller = Poller()
    let index = poller.add(wakeUp)
    #expect(try poller.wait(timeoutMs: 0) == false)
    wakeUp.signal()
    wakeUp.signal()
    #expect(try poller.wait(timeoutMs: 5000))
    #expect(poller.isReadable(index))
    wakeUp.reset()
    #expect(try poller.wait(timeoutMs: 0) == false)
  }

  @Test("is one of many files that are polled as one")
  func group() throws {
    let wakeUps = try (0..<40).map { _ in try Waker() }
    let group = try DescriptorGroup(wakeUps.map(\.descriptor))
    var poller = Poller()
    let index = poller.add(group)
    #expect(try poller.wait(timeoutMs: 0) == false)
    for wakeUp in [wakeUps[0], wakeUps[39]] {
      wakeUp.signal()
      #expect(try poller.wait(timeoutMs: 5000))
      #expect(poller.isReadable(index))
      wakeUp.reset()
      #expect(try poller.wait(timeoutMs: 0) == false)
    }
  }
}
