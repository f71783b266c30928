internal import Glibc

/// The clock of the system, which may jump when it is set.
package enum UnixClock {
  /// Milliseconds since 1970.
  package static var nowMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
