internal import Glibc

/// The reason why a directory cannot be used.
package enum PathError: UserFacingError, Hashable {
  case noHome
  case notAbsolute(variable: String, String)
  case pathTooLong(String)
  case couldNotCreate(String, SystemError)
  case notADirectory(String)
  case notASocket(String)
  case foreignOwner(String, owner: UInt32, uid: UInt32)
  case accessibleToOthers(String, mode: UInt32)

  package var message: String {
    switch self {
    case .noHome: "HOME is not set."
    case .notAbsolute(let variable, let path):
      "\(variable) is not an absolute path: \"\(path)\"."
    case .pathTooLong(let path):
      "The socket path \(path) has \(path.utf8.count) bytes; the system allows \(HubPaths.maxSocketPathBytes)."
    case .couldNotCreate(let path, _): "The directory \(path) cannot be made."
    case .notADirectory(let path): "\(path) exists but is not a directory."
    case .notASocket(let path): "\(path) exists but is not a socket."
    case .foreignOwner(let path, let owner, let uid):
      "The directory \(path) belongs to user \(owner), and this is user \(uid)."
    case .accessibleToOthers(let path, let mode):
      "The directory \(path) is accessible to other users (mode \(String(mode & 0o777, radix: 8)))."
    }
  }

  package var hint: String {
    switch self {
    case .noHome: "Set HOME, or MUSICBUS_HOME to a directory for everything."
    case .notAbsolute(let variable, _): "Set \(variable) to a full path."
    case .pathTooLong: "Set MUSICBUS_HOME or XDG_RUNTIME_DIR to a directory with a shorter path."
    case .couldNotCreate(_, let error): error.hint
    case .notADirectory, .notASocket: "Move it away, or set MUSICBUS_HOME to another directory."
    case .foreignOwner: "Set MUSICBUS_HOME to a directory of your own."
    case .accessibleToOthers(let path, _): "Fix it: chmod 700 \(path.quotedForShell)"
    }
  }
}
