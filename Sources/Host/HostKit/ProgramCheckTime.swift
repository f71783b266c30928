/// When the provider of a program on JSON lines looks whether the program can start at all. If it cannot, the provider
/// ends, so that its state says so.
package enum ProgramCheckTime: String, Hashable, Sendable {
  /// Before it connects to the hub, and after a failure.
  case start
  /// Only after a failure: a call during which the program has ended without a word.
  case failure

  /// The environment variable for the provider; without it, the program is never checked.
  package static let variable = "MUSICBUS_CHECK_PROGRAM"
}
