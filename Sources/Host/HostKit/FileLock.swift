internal import Glibc

/// A lock on a file that one holder has at a time, also within a process (`flock`). It ends with its last reference.
package final class FileLock: Sendable {
  private let file: FileDescriptor

  /// Takes the lock without waiting, and creates the file if it is missing.
  ///
  /// - Returns: `nil` if another one holds it.
  /// - Throws: ``SystemError`` if the file cannot be locked.
  package init?(at path: String) throws(SystemError) {
    file = try FileDescriptor(path, O_RDWR | O_CREAT)
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return nil }
      guard errno == EINTR else { throw SystemError("lock \(path)") }
    }
  }

  deinit {
    // A child that has not begun its program yet may still have the descriptor.
    flock(file.descriptor, LOCK_UN)
  }
}
