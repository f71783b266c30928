/// A moment by the hub's monotonic clock, in milliseconds since some start.
package struct Instant: Hashable, Sendable, Comparable {
  package var milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (instant: Instant, milliseconds: Int) -> Instant {
    Instant(milliseconds: instant.milliseconds + milliseconds)
  }

  /// Milliseconds from the right one to the left one.
  package static func - (left: Instant, right: Instant) -> Int {
    left.milliseconds - right.milliseconds
  }
}
