internal import MusicModel

/// The time until a retry, in words for users.
package enum WaitingTime {
  /// The text for a time: "42 seconds", "60 minutes", "24 hours". Never too short.
  package static func text(ms: Int) -> String {
    let seconds = max(1, (max(0, ms) + 999) / 1000)
    let (count, unit) =
      switch seconds {
      case ...120: (seconds, "second")
      case ...7200: ((seconds + 59) / 60, "minute")
      default: ((seconds + 3599) / 3600, "hour")
      }
    return count.pluralized(unit)
  }
}
