internal import HostKit

/// Detects that the hub's directory was removed or replaced. Clients cannot find such a hub, nor stop
/// it, and another one may have started.
struct RuntimeDirectoryWatch {
  /// The minimum time between two checks without a change, in milliseconds.
  static let stepMs = 2_000

  private let lock: String
  private let identity: FileIdentity?
  private var changes = DirectoryWatch()
  private var next = Deadline.after(.milliseconds(stepMs))

  /// Watches the lock that the hub holds; its file is created again in a new directory.
  init(lock: String) {
    self.lock = lock
    identity = FileIdentity(at: lock)
  }

  /// To be polled: readable if something has changed in this or another watched directory.
  var descriptor: CInt? { changes.descriptor }

  /// Watches the directory, and these others.
  ///
  /// - Returns: Whether all of them are watched.
  mutating func watch(_ others: [String]) -> Bool {
    changes.watch(others + [parentDirectory(of: lock)])
  }

  /// Whether something has changed in a watched directory since the last call.
  func hasChanged() -> Bool { changes.hasChanged() }

  /// Whether the path still leads to the lock of this hub.
  var isCurrent: Bool { identity != nil && FileIdentity(at: lock) == identity }

  /// Whether the directory is gone; it looks if something has changed, and from time to time.
  mutating func isGone(hasChanged: Bool) -> Bool {
    guard hasChanged || next.isExpired else { return false }
    next = .after(.milliseconds(RuntimeDirectoryWatch.stepMs))
    return !isCurrent
  }
}
