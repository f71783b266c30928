/// How a line of the log is written.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// For people: time, level, text.
  case text
  /// For programs: one object of JSON a line, with `at`, `level`, `text` and, where it is a
  /// provider's own line, `provider`.
  case json
}
