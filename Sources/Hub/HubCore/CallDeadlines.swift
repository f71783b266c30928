/// When a call must be answered. Each hop keeps a margin for itself and hands on the rest
/// (specification, chapter "Time").
package struct CallDeadlines: Hashable, Sendable {
  package let start: Instant
  /// When the answer leaves the hub, whatever is there.
  package let mark: Instant
  /// From when on the answers that are there will do.
  package let patience: Instant

  /// Works out the marks from the time that the caller gives, and from how long it waits for slow
  /// sources when others have answered; both in milliseconds.
  package init(start: Instant, timeoutMs: Int, waitMs: Int) {
    self.start = start
    mark = start + (timeoutMs - CallDeadlines.margin(of: timeoutMs))
    patience = min(mark, start + waitMs)
  }

  /// What a hop keeps of the time that it is given: 5 %, at least 50 ms.
  package static func margin(of timeoutMs: Int) -> Int { max(50, timeoutMs / 20) }

  /// What a provider may still use.
  package func left(at now: Instant) -> Int { max(0, mark - now) }
}
