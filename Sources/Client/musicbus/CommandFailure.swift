import CommandKit
import HostKit

/// Why a command could not do what it was asked, where neither the command line nor the hub is at
/// fault.
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
