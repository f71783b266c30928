/// The reason why a line cannot be used; completes the sentence "line 7: …".
package struct LineError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static let notComplete = LineError("it is no JSON object, or it was not written whole")
  static let tooLong = LineError("it has more than \(FavoriteLimits.maxLineBytes) bytes")
}
