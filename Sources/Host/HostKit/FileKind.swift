internal import Glibc

/// What is at a path, links followed.
package enum FileKind: Hashable, Sendable {
  /// Anything but a directory.
  case file
  case directory

  /// Returns `nil` if nothing is there.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self = status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }
}
