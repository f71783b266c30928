internal import Glibc

/// Rotation of the hub's log: one old log remains.
package struct LogRotation: Hashable, Sendable {
  /// The size above which a new log is started.
  package static let maxBytes = 8 * 1024 * 1024

  private let path: String
  private let maxBytes: Int

  package init(of path: String, maxBytes: Int = LogRotation.maxBytes) {
    self.path = path
    self.maxBytes = maxBytes
  }

  /// Renames the log if it is too large, before a process writes it.
  package func rotate() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) > maxBytes
    else { return }
    renameLog()
  }

  /// Replaces the old log, unless something else than a file is in its place.
  @discardableResult
  private func renameLog() -> Bool {
    let old = "\(path).old"
    return (try? RegularFile.check(old)) != nil && rename(path, old) == 0
  }

  /// Starts a new log if the descriptor writes this one and it is too large.
  package func rotate(_ descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) > maxBytes, let identity = FileIdentity(of: descriptor),
      identity == FileIdentity(at: path), renameLog()
    else { return }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let file = open(path, flags, 0o600)
    guard file >= 0 else { return }
    dup2(file, descriptor)
    close(file)
  }
}
