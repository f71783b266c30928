import Testing

@testable import ProviderKit

@Suite("Asking again")
struct RetryPolicyTests {
  @Test(
    "waits as long as the source asks for",
    arguments: [
      ("5", 5), (" 0 ", 0), ("-3", 0), ("99999999", 86400),
      ("Thu, 01 Jan 1970 00:17:00 GMT", 20), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Wed, 21 Oct 2015 07:28:00 GMT", 86400),
    ]
  )
  func retryAfter(_ text: String, _ seconds: Int) {
    #expect(RetryAfter.pause(text, now: 1000) == .seconds(seconds))
  }

  @Test("reads the date of a Retry-After")
  func date() {
    let now = 1_445_412_480 - 30
    #expect(RetryAfter.pause("Wed, 21 Oct 2015 07:28:00 GMT", now: now) == .seconds(30))
    let leapDay = 1_709_210_096 - 7
    #expect(RetryAfter.pause("Thu, 29 Feb 2024 12:34:56 GMT", now: leapDay) == .seconds(7))
  }

  @Test(
    "takes nothing from what is no Retry-After",
    arguments: [
      "", "soon", "1.5", "Wed, 21 Oct 2015 07:28:00", "Wed, 99 Oct 2015 07:28:00 GMT",
      "Wed, 21 Foo 2015 07:28:00 GMT", "Wed, 21 Oct 2015 7:28 GMT", "Wed, 21 Oct 2015 99:28:00 GMT",
    ]
  )
  func noRetryAfter(_ text: String) {
    #expect(RetryAfter.pause(text, now: 0) == nil)
  }

  struct Case: Sendable {
    var attempt = 1
    var floor: Duration?
    var timeLeft = Duration.seconds(10)
    var requestsLeft = 5
    var chance = 1.0
    var pause: Duration?
  }

  @Test(
    "pauses longer each time, never beyond time, grant and number of attempts",
    arguments: [
      Case(pause: .milliseconds(250)),
      Case(attempt: 2, pause: .milliseconds(500)),
      Case(chance: 0, pause: .zero),
      Case(chance: 0.5, pause: .milliseconds(125)),
      Case(attempt: 3, pause: nil),
      Case(floor: .seconds(2), pause: .seconds(2)),
      Case(floor: .seconds(30), pause: nil),
      Case(timeLeft: .milliseconds(300), pause: nil),
      Case(requestsLeft: 0, pause: nil),
    ]
  )
  func pause(_ example: Case) {
    let pause = RetryPolicy().pause(
      after: example.attempt,
      floor: example.floor,
      timeLeft: example.timeLeft,
      requestsLeft: example.requestsLeft,
      chance: example.chance
    )
    #expect(pause == example.pause)
  }
}
