import BusProtocol

/// A bar as one line for machines.
extension PerformanceTarget {
  private struct Line: Encodable {
    var name: String
    var title: String
    var value: Double
    var unit: String
    var bar: Double?
    var bound: String?
    var holds: Bool?
    var figures: [String: Double]
    var note: String?
  }

  /// `{"bar":1.15,"bound":"atMost","figures":{"hub p50 µs":80},"holds":true,"name":…,"value":…}`
  func json() throws -> String {
    let line = Line(
      name: name,
      title: title,
      value: value,
      unit: unit.rawValue,
      bar: limit?.bound,
      bound: limit.map { if case .atMost = $0 { "atMost" } else { "atLeast" } },
      holds: holds,
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
