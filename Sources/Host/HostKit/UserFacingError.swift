/// HostKit: paths, lock, configuration file, child processes and clock of hub and clients. It does
/// not depend on the bus.

/// An error that users can act on. Each command prints it in the same form.
package protocol UserFacingError: Error, CustomStringConvertible {
  /// The failure and its location: one sentence, with its full stop.
  var message: String { get }
  /// Why, or what to do about it: one sentence, with its full stop.
  var hint: String { get }
}

extension UserFacingError {
  package var description: String { "\(message) \(hint)" }
}
