internal import Glibc
package import HostKit

/// Why a change was not kept, or the document not opened. Nothing that was kept before is touched.
package enum FavoritesFailure: UserFacingError, Hashable {
  /// Another hub uses the document.
  case inUse(String, by: Int32?)
  case folderMissing(String)
  case readOnly(String, SystemError)
  case diskFull(String, SystemError)
  case unwritable(String, SystemError)
  case unreadable(String, SystemError)
  case newerVersion(String, Int)
  case notFavorites(String)
  case tooLarge(String)

  /// The failure of a write, by what the system says.
  static func writing(_ path: String, _ error: SystemError) -> FavoritesFailure {
    switch error.code {
    case ENOSPC, EDQUOT: .diskFull(path, error)
    case EACCES, EPERM, EROFS: .readOnly(path, error)
    case ENOENT, ENOTDIR: .folderMissing(parentDirectory(of: path))
    default: .unwritable(path, error)
    }
  }

  package var message: String {
    switch self {
    case .inUse(let path, let pid):
      "The favourites \(path) are used by another hub\(pid.map { " (process \($0))" } ?? "")."
    case .folderMissing(let folder): "The folder of the favourites, \(folder), is not there."
    case .readOnly(let path, _): "The favourites \(path) cannot be changed."
    case .diskFull(let path, _): "There is no room on the disk for the favourites \(path)."
    case .unwritable(let path, _): "The favourites \(path) cannot be written."
    case .unreadable(let path, _): "The favourites \(path) cannot be read."
    case .newerVersion(let path, let version):
      "The favourites \(path) are written in format version \(version), which is newer than this "
        + "MusicBus knows."
    case .notFavorites(let path): "\(path) is no favourites document."
    case .tooLarge(let path): "The favourites \(path) are too large."
    }
  }

  package var hint: String {
    switch self {
    case .inUse: "Stop the other hub, or name another document with --favorites."
    case .folderMissing: "Bring it back, or name another document with --favorites."
    case .readOnly(_, let error): "\(error.hint) Nothing was changed."
    case .diskFull: "Make room and try again; nothing was changed."
    case .unwritable(_, let error), .unreadable(_, let error): error.description
    case .newerVersion: "Update MusicBus; the document was not touched."
    case .notFavorites: "Move it away, or name another document; it was not touched."
    case .tooLarge: "A document may have 2 GiB; it was not touched."
    }
  }
}
