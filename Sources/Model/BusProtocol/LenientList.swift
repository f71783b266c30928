/// A list that skips and counts unreadable elements, so that one bad record does not lose the rest.
public struct LenientList<Element: Codable & Hashable & Sendable>: Hashable, Sendable {
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

extension LenientList: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init([])
    elements.reserveCapacity(container.count ?? 0)
    while !container.isAtEnd {
      // A failed decode does not advance, so the element is first taken as a separate decoder.
      let element = try container.superDecoder()
      do {
        elements.append(try Element(from: element))
      } catch {
        skipped += 1
        if firstProblem == nil { firstProblem = BusCodec.describe(error) }
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}
