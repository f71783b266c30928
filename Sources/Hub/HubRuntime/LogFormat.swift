/// Format of the log.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// Time, level and text, to be read by users.
  case text
  /// One JSON object per line, with `at`, `level`, `text` and, if a provider wrote the line,
  /// `provider`.
  case json
}
