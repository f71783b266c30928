/// Decides when the hub returns freed memory to the system.
///
/// It does so once, when it is quiet after many messages.
struct MemoryRelease {
  /// The length of the intervals in which messages are counted, in milliseconds.
  static let intervalMs = 1_000
  /// Fewer messages in an interval than this are quiet: pings, and a few calls.
  static let quietCount = 20
  /// Fewer messages leave little memory to release.
  static let minCount = 500

  private var start = 0
  private var count = 0
  private var countSinceRelease = 0

  mutating func received(_ messages: Int) { count += messages }

  /// The time until memory may have to be released, in milliseconds; `nil` if there is little of it.
  func leftMs(at now: Int) -> Int? {
    guard count + countSinceRelease >= MemoryRelease.minCount else { return nil }
    return max(0, start + MemoryRelease.intervalMs - now)
  }

  /// Returns whether memory must be released now.
  mutating func isDue(atMs now: Int) -> Bool {
    guard now - start >= MemoryRelease.intervalMs else { return false }
    let isQuiet = count < MemoryRelease.quietCount
    countSinceRelease += count
    (start, count) = (now, 0)
    guard isQuiet, countSinceRelease >= MemoryRelease.minCount else { return false }
    countSinceRelease = 0
    return true
  }
}
