import CommandKit
import HostKit
import MusicModel

/// An error of a command that is neither a usage error nor an error from the hub.
struct CommandFailure: UserFacingError {
  var message: String
  var hint: String
  var status: ExitStatus
  /// The entities to choose from, if a name is ambiguous or has no match.
  var candidates: [Entity] = []

  init(_ message: String, _ hint: String, status: ExitStatus = .failed) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}
