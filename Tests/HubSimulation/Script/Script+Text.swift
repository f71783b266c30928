import BusProtocol

/// Scripts as files: one JSON object, a step a line.
extension Script {
  /// Reads a script.
  ///
  /// - Throws: if the text is not a script.
  package init(text: String) throws {
    self = try JSONCodec.decode(Script.self, from: Array(text.utf8))
  }

  /// The text of the file, with a line feed at its end.
  package var text: String {
    func json(_ value: some Encodable) -> String {
      String(decoding: (try? JSONCodec.encode(value)) ?? [], as: UTF8.self)
    }
    func list(_ values: [some Encodable]) -> String {
      values.isEmpty ? "[]" : "[\n    \(values.map(json).joined(separator: ",\n    "))\n  ]"
    }
    let shows = shows.map { "\n  \"shows\": \(json($0))," } ?? ""
    return """
      {\(shows)
        "seed": \(seed),
        "limits": \(json(limits)),
        "providers": \(list(providers)),
        "steps": \(list(steps))
      }

      """
  }
}
