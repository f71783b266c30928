import CommandKit
import HostKit

/// An error of a command that is neither a usage error nor an error from the hub.
struct CommandFailure: UserFacingError {
  var message: String
  var hint: String
  var status: ExitStatus

  init(_ message: String, _ hint: String, status: ExitStatus = .failed) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}
