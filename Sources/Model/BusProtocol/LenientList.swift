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
  public init(json: inout JSONReader) throws(JSONMismatch) {
    var list = LenientList([])
    try json.elements { (json) throws(JSONMismatch) in
      let start = json
      do throws(JSONMismatch) {
        list.elements.append(try Element(json: &json))
      } catch {
        list.skipped += 1
        if list.firstProblem == nil { list.firstProblem = error.description }
        json = start
        try json.skip()
      }
    }
    self = list
  }

  public func write(_ writer: inout JSONWriter) { elements.write(&writer) }
}
