import HostKit

/// The reason why the process could not start.
struct WebFailure: UserFacingError {
  let message: String
  let hint: String

  init(_ message: String, _ hint: String) {
    self.message = message
    self.hint = hint
  }
}
