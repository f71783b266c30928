internal import FavoritesModel
internal import Glibc
package import HostKit

/// The reason why a change was not saved, or the file not opened. The file is unchanged, except in
/// the case ``notDurable(_:_:)``, and if a part of a write could not be taken back.
package enum FavoritesFailure: UserFacingError, Hashable {
  /// Another hub uses the document.
  case inUse(String, by: Int32?)
  case directoryMissing(String)
  case readOnly(String, SystemError)
  case diskFull(String, SystemError)
  case unwritable(String, SystemError)
  /// It was replaced, but its name may not be on the disk. The next change finds it like one of
  /// another program.
  case notDurable(String, SystemError)
  case unreadable(String, SystemError)
  case newerVersion(String, Int)
  case notFavorites(String)
  case tooLarge(String)
  /// No more favourites fit into the document.
  case full(String)

  /// The failure of a write, by its system error.
  static func writing(_ path: String, _ error: SystemError) -> FavoritesFailure {
    switch error.code {
    case ENOSPC, EDQUOT: .diskFull(path, error)
    case EACCES, EPERM, EROFS: .readOnly(path, error)
    case ENOENT, ENOTDIR: .directoryMissing(parentDirectory(of: path))
    default: .unwritable(path, error)
    }
  }

  private static let limit = "\(FavoriteLimits.maxDocumentBytes >> 20) MB"

  package var message: String {
    switch self {
    case .inUse(let path, let pid):
      "\(path) is in use by another hub\(pid.map { " (pid \($0))" } ?? "")."
    case .directoryMissing(let directory): "The favourites directory \(directory) does not exist."
    case .readOnly(let path, _): "Could not change the favourites \(path)."
    case .diskFull(let path, _): "No space left on the disk for \(path)."
    case .unwritable(let path, _): "Could not write the favourites \(path)."
    case .notDurable(let path, _):
      "The favourites \(path) were changed, but that may be lost at a power failure."
    case .unreadable(let path, _): "Could not read the favourites \(path)."
    case .newerVersion(let path, let version):
      "The favourites \(path) have format version \(version), which this MusicBus does not support."
    case .notFavorites(let path): "\(path) is not a favourites file."
    case .tooLarge(let path):
      "The favourites \(path) exceed the limit of \(FavoritesFailure.limit)."
    case .full(let path):
      "The favourites \(path) are close to the limit of \(FavoritesFailure.limit)."
    }
  }

  package var hint: String {
    switch self {
    case .inUse: "Stop the other hub, or use another file: --favorites FILE"
    case .directoryMissing: "Create it, or use another file: --favorites FILE"
    case .readOnly(_, let error): "\(error.hint) Nothing was changed."
    case .diskFull: "Free some space and try again; nothing was changed."
    case .unwritable(_, let error), .notDurable(_, let error), .unreadable(_, let error): error.hint
    case .newerVersion: "Update MusicBus; the file was not changed."
    case .notFavorites: "Move it away, or use another file; it was not changed."
    case .tooLarge: "Move lines to another file: --favorites FILE. It was not changed."
    case .full: "Remove some favourites first; nothing was changed."
    }
  }
}
