internal import BusProtocol

/// Without which parameters a method makes no sense, and which values the common ones may have.
enum ParameterNeed: Hashable, Sendable {
  case text, id, chart, address, nothing

  /// Refuses parameters that no provider should have to look at.
  func check(_ parameters: CallParameters, for method: Method) throws(Failure) {
    if let missing = missing(in: parameters) {
      throw Failure(.invalidParams, "\(method) needs \(missing).")
    }
    for (isWrong, rule) in ParameterNeed.rules where isWrong(parameters) {
      throw Failure(.invalidParams, rule)
    }
  }

  private func missing(in parameters: CallParameters) -> String? {
    switch self {
    case .text: parameters.text?.trimmed.isEmpty ?? true ? "a text that is not empty" : nil
    case .id: parameters.id == nil && parameters.ids?.isEmpty ?? true ? "an id" : nil
    case .chart: parameters.chart == nil ? "chart: albums or songs" : nil
    case .address: parameters.url == nil && parameters.id == nil ? "a url or an id" : nil
    case .nothing: nil
    }
  }

  private static let rules: [(@Sendable (CallParameters) -> Bool, String)] = [
    ({ !isIn(1...200, $0.limit) }, "\"limit\" must be 1 to 200."),
    ({ !isIn(1...10000, $0.size) }, "\"size\" must be 1 to 10000 pixels."),
    ({ ($0.text?.utf8.count ?? 0) > 1000 }, "\"text\" may have 1000 bytes at most."),
    (
      { $0.country.map { !isCountry($0) } ?? false },
      "\"country\" must have two letters, such as \"us\"."
    ),
    (
      { $0.lang.map { !isLanguage($0) } ?? false },
      "\"lang\" must be a language tag, such as \"de\" or \"pt-BR\"."
    ),
    ({ $0.grant?.values.contains { $0 < 0 } ?? false }, "\"grant\" must not be negative."),
  ]

  private static func isIn(_ range: ClosedRange<Int>, _ value: Int?) -> Bool {
    value.map { range.contains($0) } ?? true
  }

  static func isCountry(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
  }

  private static func isLanguage(_ text: String) -> Bool {
    (2...35).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }
}
