/// A manifest that is skipped, and the reason.
package struct ManifestProblem: Hashable, Sendable {
  package var path: String
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// The problem, for the log and for users.
  package var sentence: String { "The manifest \(path) is skipped: \(message)" }
}
