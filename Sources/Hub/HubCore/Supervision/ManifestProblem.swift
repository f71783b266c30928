/// A problem of a manifest, which usually is skipped.
package struct ManifestProblem: Hashable, Sendable {
  package var path: String
  package var message: String

  /// Whether the provider is started all the same.
  package var isUsed = false

  package init(path: String, message: String, isUsed: Bool = false) {
    self.path = path
    self.message = message
    self.isUsed = isUsed
  }

  /// The problem, for the log and for users.
  package var sentence: String {
    isUsed ? "The manifest \(path): \(message)" : "The manifest \(path) is skipped: \(message)"
  }
}
