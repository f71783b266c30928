/// A violation of an invariant.
package struct InvariantViolation: Hashable, Sendable {
  /// The name of the invariant, in a few words.
  package var invariant: String
  package var atMs: Int
  package var text: String
}

extension InvariantViolation: CustomStringConvertible {
  package var description: String { "at \(atMs) ms: \(invariant): \(text)" }
}
