import BusProtocol

/// A target as one line of JSON.
extension PerformanceTarget {
  struct Line: Codable {
    var name: String
    var title: String
    var value: Double
    var unit: String
    var target: Double?
    var bound: String?
    var isMet: Bool?
    var figures: [String: Double]
    var note: String?
    /// The lower and the upper end.
    var spread: [Double]?
    var busyPercent: Double?

    var range: ClosedRange<Double>? {
      guard let spread, spread.count == 2, spread[0] <= spread[1] else { return nil }
      return spread[0]...spread[1]
    }
  }

  /// `{"bound":"atMost","figures":{"hub p50 µs":80},"isMet":true,"name":…,"target":1.15,…}`
  func json() throws -> String {
    let line = Line(
      name: name,
      title: title,
      value: value,
      unit: unit.rawValue,
      target: limit?.bound,
      bound: limit.map { if case .atMost = $0 { "atMost" } else { "atLeast" } },
      isMet: isMet,
      figures: Dictionary(
        figures.map { ("\($0.name) \($0.unit.rawValue)".trimmed, $0.value) },
        uniquingKeysWith: { first, _ in first }
      ),
      note: note,
      spread: spread.map { [$0.lowerBound, $0.upperBound] },
      busyPercent: busyPercent
    )
    return String(decoding: try BusCodec.encode(line), as: UTF8.self)
  }
}

extension String {
  /// Without a space at the end.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
