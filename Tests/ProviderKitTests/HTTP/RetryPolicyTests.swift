import Testing

@testable import ProviderKit

@Suite("Retries")
struct RetryPolicyTests {
  @Test(
    "wait as long as Retry-After says",
    arguments: [
      ("5", 5), (" 0 ", 0), ("-3", 0), ("86400", 86_400), ("99999999", 604_800),
      ("Thu, 01 Jan 1970 00:17:00 GMT", 20), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Wed, 21 Oct 2015 07:28:00 GMT", 604_800),
    ]
  )
  func retryAfter(_ text: String, _ seconds: Int) {
    #expect(RetryAfter.delay(text, now: 1000) == .seconds(seconds))
  }

  @Test("read a date in Retry-After")
  func date() {
    let now = 1_445_412_480 - 30
    #expect(RetryAfter.delay("Wed, 21 Oct 2015 07:28:00 GMT", now: now) == .seconds(30))
    let leapDay = 1_709_210_096 - 7
    #expect(RetryAfter.delay("Thu, 29 Feb 2024 12:34:56 GMT", now: leapDay) == .seconds(7))
  }

  @Test(
    "ignore an invalid Retry-After",
    arguments: [
      "", "soon", "1.5", "Wed, 99 Oct 2015 07:28:00 GMT", "Wed, 21 Foo 2015 07:28:00 GMT",
      "Wed, 21 Oct 2015 99:28:00 GMT",
    ]
  )
  func noRetryAfter(_ text: String) {
    #expect(RetryAfter.delay(text, now: 0) == nil)
  }

  struct Case: Sendable {
    var attempt = 1
    var minDelay: Duration?
    var timeLeft = Duration.seconds(10)
    var requestsLeft = 5
    var randomFraction = 1.0
    var delay: Duration?
  }

  @Test(
    "wait longer each time, within deadline, grant and number of attempts",
    arguments: [
      Case(delay: .milliseconds(250)),
      Case(attempt: 2, delay: .milliseconds(500)),
      Case(randomFraction: 0, delay: .zero),
      Case(randomFraction: 0.5, delay: .milliseconds(125)),
      Case(attempt: 3, delay: nil),
      Case(minDelay: .seconds(2), delay: .seconds(2)),
      Case(minDelay: .seconds(30), delay: nil),
      Case(timeLeft: .milliseconds(300), delay: nil),
      Case(requestsLeft: 0, delay: nil),
    ]
  )
  func delay(_ example: Case) {
    let delay = RetryPolicy().delay(
      after: example.attempt,
      minDelay: example.minDelay,
      timeLeft: example.timeLeft,
      requestsLeft: example.requestsLeft,
      randomFraction: example.randomFraction
    )
    #expect(delay == example.delay)
  }
}
