internal import Glibc

/// A file or directory, identified by its inode, beyond its path.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Returns `nil` if the file does not exist; links are followed.
  package init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }

  /// The file that a descriptor has opened.
  package init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

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
