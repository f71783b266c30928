/// The last check of whether another program has changed the favourites.
struct FreshnessCheck: Sendable {
  let requested: Instant
  var hasEnded = false

  /// The result is valid for this time, in milliseconds.
  static let freshMs = 1_000
  /// The maximum wait of calls for the result, in milliseconds; then they get the state in memory.
  static let timeoutMs = 250
}
