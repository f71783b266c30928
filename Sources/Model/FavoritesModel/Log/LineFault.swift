/// Why a line cannot be used; completes the sentence "line 7: …".
package struct LineFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static let notComplete = LineFault("it has no checksum at its end; it was not written whole")
  static let notUTF8 = LineFault("it holds bytes that are no UTF-8 text")
}
