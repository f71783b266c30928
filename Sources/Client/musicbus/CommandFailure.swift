import CommandKit
import HostKit

/// Why a command could not do what it was asked, where neither the command line nor the hub is at
/// fault.
struct CommandFailure: UserFacingError {
  var problem: String
  var advice: String
  var status: ExitStatus

  init(_ problem: String, _ advice: String, status: ExitStatus = .failed) {
    self.problem = problem
    self.advice = advice
    self.status = status
  }
}
