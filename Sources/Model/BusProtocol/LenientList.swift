public import JSON

/// A list that skips and counts unreadable elements, so that one bad record does not lose the rest.
public struct LenientList<Element: JSONConvertible & Hashable & Sendable>: Hashable, Sendable {
  public var elements: [Element]
  /// The number of unreadable elements.
  public var skipped: Int
  /// The error of the first unreadable element.
  public var firstProblem: String?

  public init(_ elements: [Element]) {
    self.elements = elements
    self.skipped = 0
  }
}

extension LenientList: JSONConvertible {
  public init(json: JSONElement) throws(JSONMismatch) {
    self.init([])
    for element in try json.elements() {
      do throws(JSONMismatch) {
        elements.append(try Element(json: element))
      } catch {
        skipped += 1
        if firstProblem == nil { firstProblem = error.description }
      }
    }
  }

  public func write(_ writer: inout JSONWriter) { elements.write(&writer) }
}
