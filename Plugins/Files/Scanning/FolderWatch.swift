internal import Glibc

/// Notices that files in the music folders were added, changed or removed (inotify).
final class FolderWatch {
  /// `nil` if the system has no room for a watch.
  private let descriptor: CInt?
  /// Whether all folders are watched.
  private(set) var isComplete: Bool

  private static let changes = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF
      | IN_MOVE_SELF
      | IN_UNMOUNT | IN_ONLYDIR
  )

  init() {
    let new = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
    descriptor = new < 0 ? nil : new
    isComplete = new >= 0
  }

  deinit { if let descriptor { close(descriptor) } }

  /// Watches a folder; the system forgets those that are removed.
  func add(_ path: [UInt8]) {
    guard let descriptor else { return }
    let added = withPath(path) { inotify_add_watch(descriptor, $0, FolderWatch.changes) }
    // Another error means that the folder does not exist.
    if added < 0, errno == ENOSPC || errno == ENOMEM { isComplete = false }
  }

  /// Waits for a change, and until nothing has changed for a moment.
  ///
  /// - Returns: whether there was one within `timeoutMs`; without a limit if that is `nil`.
  func wait(timeoutMs: Int?) -> Bool {
    guard poll(timeoutMs ?? -1) else { return false }
    var moments = 0
    repeat {
      drain()
      moments += 1
    } while moments < FolderWatch.maxMoments && poll(FolderWatch.momentMs)
    return true
  }

  private static let momentMs = 500
  /// After this many, a change that has not ended is handled anyway.
  private static let maxMoments = 20

  private func poll(_ timeoutMs: Int) -> Bool {
    // Without a descriptor, poll waits for the time only.
    var item = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&item, 1, CInt(clamping: timeoutMs)) > 0
  }

  private func drain() {
    guard let descriptor else { return }
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while Glibc.read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
