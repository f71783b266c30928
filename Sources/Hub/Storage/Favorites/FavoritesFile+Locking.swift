internal import Glibc
internal import HostKit

/// The lock lies beside the document and not on it, because the document is replaced as a whole.
extension FavoritesFile {
  /// Makes sure that no other hub uses the document.
  mutating func ensureLocked() throws(FavoritesFailure) {
    if let lock, isOurs(lock) { return }
    if let lock { files.close(lock) }
    lock = nil
    let file: OpenFileHandle
    let isFree: Bool
    do throws(SystemError) {
      try ensureDirectory()
      file = try files.open(paths.lock, .making)
      isFree = try files.lock(file)
    } catch {
      throw .writing(paths.path, error)
    }
    guard isFree else {
      let holder = holder(file)
      files.close(file)
      throw .inUse(paths.path, by: holder)
    }
    lock = file
    // Only informs users: the lock works without it.
    try? files.truncate(file, to: 0)
    try? files.appendAll(file, Array("\(getpid())\n".utf8))
    // What a hub that was killed has left.
    try? files.remove(paths.temporary)
  }

  /// Whether the lock file still has its name: the directory may have been replaced.
  private func isOurs(_ lock: OpenFileHandle) -> Bool {
    guard let ours = try? files.status(lock), let theirs = try? files.status(at: paths.lock) else {
      return false
    }
    return ours.inode == theirs.inode && ours.device == theirs.device
  }

  private func ensureDirectory() throws(SystemError) {
    guard try files.status(at: paths.directory) == nil else { return }
    guard createsDirectory, lastStatus == nil else {
      throw SystemError("find \(paths.directory)", code: ENOENT)
    }
    try files.makeDirectories(paths.directory)
  }

  private func holder(_ lock: OpenFileHandle) -> Int32? {
    let text = (try? files.readAll(lock)).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { Int32($0.prefix { $0.isNumber }) }
  }
}
