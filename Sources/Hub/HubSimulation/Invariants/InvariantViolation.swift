/// A rule that the hub broke.
package struct InvariantViolation: Hashable, Sendable {
  /// In a few words, always the same for the same rule.
  package var invariant: String
  package var atMs: Int
  package var text: String
}

extension InvariantViolation: CustomStringConvertible {
  package var description: String { "at \(atMs) ms: \(invariant): \(text)" }
}
