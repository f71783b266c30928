package import Glibc

/// Why a folder cannot be used.
package enum PathError: UserFacingError, Hashable {
  case noHome
  case notAbsolute(variable: String, String)
  case pathTooLong(String)
  case cannotCreate(String, SystemError)
  case notAFolder(String)
  case foreignOwner(String, owner: uid_t, uid: uid_t)
  case openToOthers(String, mode: mode_t)

  package var problem: String {
    switch self {
    case .noHome: "There is no folder to work in: the variable HOME is not set."
    case .notAbsolute(let variable, let path):
      "\(variable) is \"\(path)\", which has no leading \"/\"."
    case .pathTooLong(let path):
      "The socket path \(path) has \(path.utf8.count) bytes; the system allows \(HubPaths.socketPathBytesMax)."
    case .cannotCreate(let path, _): "The folder \(path) cannot be made."
    case .notAFolder(let path): "\(path) is in the way: it is not a folder."
    case .foreignOwner(let path, let owner, let uid):
      "The folder \(path) belongs to user \(owner), and this is user \(uid)."
    case .openToOthers(let path, let mode):
      "The folder \(path) is open to other users (mode \(String(mode & 0o777, radix: 8)))."
    }
  }

  package var advice: String {
    switch self {
    case .noHome: "Set HOME, or MUSICBUS_HOME to a folder for everything."
    case .notAbsolute(let variable, _): "Set \(variable) to a full path."
    case .pathTooLong: "Set MUSICBUS_HOME or XDG_RUNTIME_DIR to a folder with a shorter path."
    case .cannotCreate(_, let error): error.advice
    case .notAFolder: "Move it away, or set MUSICBUS_HOME to another folder."
    case .foreignOwner: "Set MUSICBUS_HOME to a folder of your own."
    case .openToOthers(let path, _): "Close it: chmod 700 \(path)"
    }
  }
}
