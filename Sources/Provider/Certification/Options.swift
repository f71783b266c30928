/// How a certification is done.
package struct Options: Hashable, Sendable {
  /// Waits less for what should not come, and measures for a shorter time.
  package var isFast = false
  /// Only these suites, or all where there is none.
  package var suites: Set<String> = []
  /// How many times longer than the protocol says is waited, for machines that are busy.
  package var timeoutFactor = 1.0

  package init() {}

  /// How long is waited for something that should not come.
  var quiet: Duration { isFast ? .milliseconds(150) : .seconds(1) }

  /// Without a hello nothing else can be done: that one is always among them.
  func wants(_ check: Check) -> Bool {
    suites.isEmpty || suites.contains(check.suite) || check.id == "lifecycle.hello"
  }
}
