/// The reason why a date range is invalid.
struct DateFilterError: Error, Hashable, Sendable {
  /// A whole sentence.
  let message: String
}
