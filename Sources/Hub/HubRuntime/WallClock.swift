internal import HostKit
internal import HubCore

/// Reports the time of day to the hub, again if the system clock has been set.
struct WallClock {
  /// A smaller difference is not reported.
  private static let minJumpMs = 1_000

  private var offsetMs: Int?

  /// The event to report, or `nil` if the clock has not jumped.
  mutating func drainEvent() -> Event? {
    let unixMs = UnixClock.nowMs
    let offset = unixMs - MonotonicClock.nowMs
    if let offsetMs, abs(offset - offsetMs) < WallClock.minJumpMs { return nil }
    offsetMs = offset
    return .clockSet(unixMs: unixMs)
  }
}
