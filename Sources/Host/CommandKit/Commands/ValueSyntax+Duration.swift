extension ValueSyntax where Value == Duration {
  /// A duration within `range`: `500ms`, `3s`, `1.5s`, `2m`, or a plain number of seconds.
  package static func duration(_ name: String, in range: ClosedRange<Duration>) -> Self {
    let bounds = "\(range.lowerBound.written) to \(range.upperBound.written)"
    return Self(name, expectation: "a time from \(bounds), such as 500ms or 3s") { word in
      Duration(written: word).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Duration {
  /// Milliseconds per unit; no unit means seconds. "ms" precedes "s", which is its suffix.
  private static let units: [(suffix: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("", 1000),
  ]

  /// Parses `500ms`, `3s`, `1.5s`, `2m` or `3`, exact to the millisecond.
  init?(written text: String) {
    guard let unit = Self.units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let number = text.dropLast(unit.suffix.count)
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap(Self.digits) else { return nil }
    let (wholeMilliseconds, overflow) = whole.multipliedReportingOverflow(by: unit.milliseconds)
    guard !overflow else { return nil }
    var milliseconds = wholeMilliseconds
    if parts.count == 2 {
      guard parts[1].count <= 3, let fraction = Self.digits(parts[1]) else { return nil }
      let scale = [1, 10, 100, 1000][parts[1].count] as Int64
      let (sum, overflow) = milliseconds.addingReportingOverflow(
        fraction * unit.milliseconds / scale
      )
      guard !overflow else { return nil }
      milliseconds = sum
    }
    self = .milliseconds(milliseconds)
  }

  /// Parses digits only: `Int64` alone would accept a sign.
  private static func digits(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int64(text) : nil
  }

  /// The shortest form in the syntax above: `120s`, `50ms`.
  var written: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
