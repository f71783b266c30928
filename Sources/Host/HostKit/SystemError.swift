internal import Glibc

/// A call into the system that failed.
package struct SystemError: UserFacingError, Hashable {
  /// The C error number, such as `ENOENT`.
  package let code: CInt
  /// The failed action, for users: `open /home/ann/.config/musicbus/config.json`.
  package let action: String
  /// The reason as a sentence, if it is not one of the system's.
  private let reason: String?

  /// Takes the error number of the call that has just failed.
  package init(_ action: String, code: CInt = errno, reason: String? = nil) {
    self.code = code
    self.action = action
    self.reason = reason
  }

  /// A file has more bytes than are read.
  package static func tooLarge(
    _ path: String,
    maxBytes: Int,
    isWritten: Bool = false
  ) -> SystemError {
    let size = maxBytes < 1 << 20 ? "\(maxBytes >> 10) KB" : "\(maxBytes >> 20) MB"
    let reason = "It \(isWritten ? "would have" : "has") more than \(size)."
    return SystemError("\(isWritten ? "write" : "read") \(path)", code: EFBIG, reason: reason)
  }

  /// A file was replaced, but the directory with its name could not be synced.
  package static func replacedWithoutSync(_ path: String, _ error: SystemError) -> SystemError {
    SystemError(
      "sync the directory of \(path)",
      code: error.code,
      reason: "\(error.hint) The file was changed, but that may be lost at a power failure."
    )
  }

  /// The same error of another action.
  package func of(_ action: String) -> SystemError {
    SystemError(action, code: code, reason: reason)
  }

  package var message: String { "Could not \(action)." }

  package var hint: String { reason ?? SystemError.reason(of: code) }
}

/// Repeats a C call for as long as signals interrupt it.
func retrying<Result: FixedWidthInteger & SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
