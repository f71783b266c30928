internal import Glibc
internal import HostKit
internal import HubCore

/// Tells the hub what the clock on the wall says, again whenever somebody has set it.
struct WallClock {
  /// A smaller difference is none, in milliseconds.
  private static let jumpMs = 1_000

  private var offsetMs: Int?

  /// The event, where there is anything new to tell.
  mutating func news() -> Event? {
    let unixMs = WallClock.unixMs
    let offset = unixMs - MonotonicClock.nowMs
    if let offsetMs, abs(offset - offsetMs) < WallClock.jumpMs { return nil }
    offsetMs = offset
    return .clockSet(unixMs: unixMs)
  }

  /// Milliseconds since 1970.
  static var unixMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
