internal import FoundationEssentials
internal import Glibc

/// The directory in which a program on JSON lines may write, and which is emptied if it gets too full.
package enum StateDirectory {
  /// The name of the file that the hub puts into each that it makes.
  package static let marker = ".musicbus-state"

  /// Makes the directory, if it is missing, and marks it.
  ///
  /// - Throws: ``PathError`` or ``SystemError``
  package static func make(at path: String) throws {
    try HubPaths.makeDirectory(path)
    // What the program may have put there instead is not followed.
    try? FileManager.default.removeItem(atPath: "\(path)/\(marker)")
    let file = open("\(path)/\(marker)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 || errno == EEXIST else { throw SystemError("mark \(path)") }
    if file >= 0 { close(file) }
  }

  /// Whether a directory has the mark of a hub: nothing else may be emptied.
  package static func isMarked(_ path: String) -> Bool {
    var (directory, file) = (stat(), stat())
    return lstat(path, &directory) == 0 && directory.st_mode & S_IFMT == S_IFDIR
      && lstat("\(path)/\(marker)", &file) == 0 && file.st_mode & S_IFMT == S_IFREG
      && file.st_uid == getuid()
  }
}
