import Testing
import ZeroMQ

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
}
