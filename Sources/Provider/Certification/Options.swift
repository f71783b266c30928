/// Options of a certification.
package struct Options: Hashable, Sendable {
  /// Shortens waits for unexpected messages and measurements.
  package var isFast = false
  /// The suites to run; all if empty.
  package var suites: Set<String> = []
  /// The factor for all timeouts, for busy machines.
  package var timeoutFactor = 1.0

  package init() {}

  /// The time after which a run is cut short in which something fails or hangs; `nil` if it goes on.
  var maxTimeWithFailures: Duration? { isFast ? .seconds(15) * timeoutFactor : nil }

  /// The time to wait for messages that must not arrive.
  var silencePeriod: Duration { isFast ? .milliseconds(150) : .seconds(1) }

  /// Whether a check is selected; `lifecycle.hello` always is, because all others need a session.
  func includes(_ check: Check) -> Bool {
    suites.isEmpty || suites.contains(check.suite) || check.id == "lifecycle.hello"
  }
}
