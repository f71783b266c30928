/// The last check of whether another program has changed the favourites.
struct FreshnessCheck: Sendable {
  let requested: Instant
  var hasEnded = false

  /// The result is valid for this time, in milliseconds.
  static let freshMs = 1_000
  /// Calls wait for the result for at most this time, in milliseconds; then they get what is in memory.
  static let timeoutMs = 250
}
