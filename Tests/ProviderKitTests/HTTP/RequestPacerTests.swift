import Testing

@testable import ProviderKit

@Suite("Requests to an upstream that allows one per interval")
struct RequestPacerTests {
  @Test("follow each other at that distance, for all calls together")
  func distance() {
    let pacer = RequestPacer(["slow.example": .seconds(1)])
    let now = ContinuousClock.now
    let delays = (0..<3).map { _ in
      pacer.delay(at: "slow.example", timeLeft: .seconds(10), now: now)
    }
    #expect(delays == [.zero, .seconds(1), .seconds(2)])
    #expect(pacer.delay(at: "other.example", timeLeft: .seconds(10), now: now) == .zero)
    let later = pacer.delay(at: "slow.example", timeLeft: .seconds(1), now: now + .seconds(9))
    #expect(later == .zero)
  }

  @Test("are not sent if their turn comes after the deadline, and then take no turn")
  func late() {
    let pacer = RequestPacer(["slow.example": .seconds(1)])
    let now = ContinuousClock.now
    #expect(pacer.delay(at: "slow.example", timeLeft: .seconds(1), now: now) == .zero)
    #expect(pacer.delay(at: "slow.example", timeLeft: .milliseconds(500), now: now) == nil)
    #expect(pacer.delay(at: "slow.example", timeLeft: .seconds(2), now: now) == .seconds(1))
  }
}
