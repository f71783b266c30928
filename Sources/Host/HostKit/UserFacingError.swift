/// HostKit: what hub and clients share about the machine that they run on — the directories and who may
/// use them, the lock that tells whether a hub runs, the configuration file, child processes and the
/// clock. It knows nothing of the bus.

/// An error that a person can act on. Each command prints it in the same form.
package protocol UserFacingError: Error, CustomStringConvertible {
  /// What failed and where: one sentence, with its full stop.
  var message: String { get }
  /// Why, or what to do about it: one sentence, with its full stop.
  var hint: String { get }
}

extension UserFacingError {
  package var description: String { "\(message) \(hint)" }
}
