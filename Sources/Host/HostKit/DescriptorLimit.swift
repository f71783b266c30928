internal import CHost
internal import Glibc

/// The limit of open descriptors, and whether this process approaches it.
package enum DescriptorLimit {
  /// More are of no use, and a limit of millions only makes mistakes worse.
  private static let maxUseful: UInt64 = 65_536

  /// Raises the limit of this process to the maximum that the system permits.
  ///
  /// - Returns: the new limit.
  @discardableResult
  package static func raise() -> Int {
    var found: [UInt64] = [0, 0]
    guard host_limit(0, host_open_files, nil, &found) == 0 else { return 1024 }
    let wanted = [max(found[0], min(found[1], maxUseful)), found[1]]
    let isRaised = host_limit(0, host_open_files, wanted, nil) == 0
    return Int(clamping: isRaised ? wanted[0] : found[0])
  }

  /// The limit of this process.
  package static var current: Int {
    var found: [UInt64] = [0, 0]
    return host_limit(0, host_open_files, nil, &found) == 0 ? Int(clamping: found[0]) : 1024
  }

  /// Whether a descriptor is free that is not among the last `reserve`.
  ///
  /// The system always gives the lowest one: if that lies among the last, all others are in use.
  package static func hasRoom(besides reserve: Int) -> Bool {
    let lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard lowest >= 0 else { return errno != EMFILE }
    close(lowest)
    return Int(lowest) < current - reserve
  }
}
