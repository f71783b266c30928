import BusProtocol

/// A target as one line of JSON.
extension PerformanceTarget {
  private struct Line: Encodable {
    var name: String
    var title: String
    var value: Double
    var unit: String
    var target: Double?
    var bound: String?
    var isMet: Bool?
    var figures: [String: Double]
    var note: String?
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
      note: note
    )
    return String(decoding: try BusCodec.encode(line), as: UTF8.self)
  }
}

extension String {
  /// Without a space at the end.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
