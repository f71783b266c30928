internal import Glibc
internal import HostKit

/// Detects that the hub's directory was removed. Clients cannot find such a hub, nor stop it, and
/// another one may have started.
struct RuntimeDirectoryWatch {
  /// The interval of checks, in milliseconds.
  static let stepMs = 2_000

  private let lock: String
  private var next = Deadline.after(.milliseconds(stepMs))

  init(lock: String) { self.lock = lock }

  mutating func isGone() -> Bool {
    guard next.isExpired else { return false }
    next = .after(.milliseconds(RuntimeDirectoryWatch.stepMs))
    return access(lock, F_OK) != 0
  }
}
