internal import HostKit

/// Detects that the hub's directory was removed or replaced. Clients cannot find such a hub, nor stop
/// it, and another one may have started.
struct RuntimeDirectoryWatch {
  /// The interval of checks, in milliseconds.
  static let stepMs = 2_000

  private let lock: String
  private let identity: FileIdentity?
  private var next = Deadline.after(.milliseconds(stepMs))

  /// Watches the lock that the hub holds; its file is created again in a new directory.
  init(lock: String) {
    self.lock = lock
    identity = FileIdentity(at: lock)
  }

  /// Whether the path still leads to the lock of this hub.
  var isCurrent: Bool { identity != nil && FileIdentity(at: lock) == identity }

  mutating func isGone() -> Bool {
    guard next.isExpired else { return false }
    next = .after(.milliseconds(RuntimeDirectoryWatch.stepMs))
    return !isCurrent
  }
}
