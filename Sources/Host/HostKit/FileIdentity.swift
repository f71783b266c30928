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
