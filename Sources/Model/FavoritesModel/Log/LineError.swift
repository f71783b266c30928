/// The reason why a line cannot be used; completes the sentence "line 7: …".
package struct LineError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static let notComplete = LineError("it has no checksum at its end; it was not written whole")
  static let notUTF8 = LineError("it is not valid UTF-8")
}
