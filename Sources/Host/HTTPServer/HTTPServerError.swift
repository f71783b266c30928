internal import Glibc

/// The reason why a server could not start.
package struct HTTPServerError: Error, Hashable, CustomStringConvertible {
  package let message: String
  /// The C error number.
  package let code: CInt

  init(_ message: String, code: CInt) {
    self.message = message
    self.code = code
  }

  /// Whether another process listens on the port.
  package var isPortInUse: Bool { code == EADDRINUSE }

  package var description: String { "\(message) (error \(code))" }
}
