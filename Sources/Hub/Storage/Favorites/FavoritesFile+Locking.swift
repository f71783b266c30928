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
      try ensureFolder()
      file = try files.open(place.lock, .making)
      isFree = try files.lock(file)
    } catch {
      throw .writing(place.path, error)
    }
    guard isFree else {
      let holder = holder(file)
      files.close(file)
      throw .inUse(place.path, by: holder)
    }
    lock = file
    // Only a help for people: the lock holds without it.
    try? files.truncate(file, to: 0)
    try? files.appendAll(file, Array("\(getpid())\n".utf8))
    // What a hub that was killed has left.
    try? files.remove(place.temporary)
    try? files.remove(place.draft)
  }

  /// Whether the lock is still the one that others look at: the folder may have been replaced.
  private func isOurs(_ lock: OpenFileHandle) -> Bool {
    guard let ours = try? files.status(lock), let theirs = try? files.status(at: place.lock) else {
      return false
    }
    return ours.inode == theirs.inode && ours.device == theirs.device
  }

  private func ensureFolder() throws(SystemError) {
    guard try files.status(at: place.folder) == nil else { return }
    guard makesFolder, lastStatus == nil else {
      throw SystemError("find \(place.folder)", code: ENOENT)
    }
    try files.makeFolders(place.folder)
  }

  private func holder(_ lock: OpenFileHandle) -> Int32? {
    let text = (try? files.readAll(lock)).map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap { Int32($0.prefix { $0.isNumber }) }
  }
}
