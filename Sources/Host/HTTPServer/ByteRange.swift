/// The part of a file that a header `Range` selects (RFC 9110, 14.1.2); only single ranges are served.
package enum ByteRange: Hashable, Sendable {
  /// The header is not a single valid range, so the whole file is sent.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  package init(_ header: String, of count: Int) {
    guard header.lowercased().hasPrefix("bytes="), !header.contains(",") else {
      self = .whole
      return
    }
    let bounds = header.dropFirst("bytes=".count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
      self = .whole
      return
    }
    self = ByteRange.part(first: Int(bounds[0]), last: Int(bounds[1]), bounds, of: count)
  }

  private static func part(first: Int?, last: Int?, _ bounds: [String], of count: Int) -> ByteRange
  {
    // A number beyond Int is beyond the end of every file.
    let first = bounds[0].isEmpty ? nil : first ?? .max
    let last = bounds[1].isEmpty ? nil : last ?? .max
    switch (first, last) {
    case (nil, nil): return .whole
    case (nil, let length?):
      return length == 0 || count == 0 ? .unsatisfiable : .part(max(0, count - length)..<count)
    case (let first?, let last?) where last < first: return .whole
    case (let first?, let last):
      guard first < count else { return .unsatisfiable }
      return .part(first..<min(last ?? .max, count - 1) + 1)
    }
  }
}
