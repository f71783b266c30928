internal import Glibc

/// Notices that files in some directories were added, changed or removed.
///
/// It does not report which, so its user checks all. For a directory that does not exist, it watches the
/// nearest parent that does.
package final class DirectoryWatch {
  /// To be polled: readable if something has changed. `nil` if the system has no room for a watch.
  package let descriptor: CInt?
  private var watched: Set<CInt> = []

  /// Begins without directories.
  package init() {
    let new = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    descriptor = new < 0 ? nil : new
  }

  deinit { if let descriptor { close(descriptor) } }

  /// Watches these directories, and no others.
  ///
  /// - Returns: Whether all of them are watched.
  package func watch(_ directories: some Sequence<String>) -> Bool {
    guard let descriptor else { return false }
    let added = Set(directories.map(DirectoryWatch.existing)).map { path in
      inotify_add_watch(descriptor, path, DirectoryWatch.changes)
    }
    for old in watched.subtracting(added) { inotify_rm_watch(descriptor, old) }
    watched = Set(added.filter { $0 >= 0 })
    return watched.count == added.count
  }

  /// Whether something has changed since the last call.
  package func hasChanged() -> Bool {
    guard let descriptor else { return false }
    var (hasChanged, buffer) = (false, [UInt8](repeating: 0, count: 4096))
    while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
    return hasChanged
  }

  private static let changes = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF
  )

  private static func existing(_ path: String) -> String {
    var path = path
    while access(path, F_OK) != 0, path.contains("/") { path = parentDirectory(of: path) }
    return path.isEmpty ? "/" : path
  }
}
