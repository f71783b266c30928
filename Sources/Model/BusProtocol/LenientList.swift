/// A list of which unreadable elements are left out and counted: one bad record costs itself only.
public struct LenientList<Element: Codable & Hashable & Sendable>: Hashable, Sendable {
  public var elements: [Element]
  /// How many elements could not be read.
  public var skipped: Int
  /// Why the first of them could not be read.
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
      // A failed decode does not move on: the element is taken as a decoder of its own first.
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
