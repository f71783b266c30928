/// What a provider writes must be lines of a log, and no secrets.
enum LogRules {
  /// Much more than a provider has to tell while it is certified.
  static let bytesMax = 512 * 1024
  static let lineBytesMax = 16 * 1024

  static func findings(in log: ProcessLog, token: String) -> [Finding] {
    [("output", log.output), ("error", log.errors)].flatMap { name, stream in
      let lines = stream.text.split(separator: UInt8(ascii: "\n"))
      var findings: [Finding] = []
      if stream.bytes > bytesMax {
        let problem = "It wrote \(stream.bytes) bytes to its standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      } else if let line = lines.first(where: { $0.count > lineBytesMax }) {
        let problem = "It wrote a line of \(line.count) bytes to its standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      } else if lines.contains(where: {
        $0.contains(0) || String(validating: $0, as: UTF8.self) == nil
      }) {
        let problem = "It wrote something that is no text to its standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      }
      let text = String(decoding: stream.text, as: UTF8.self)
      if text.contains(token) {
        let problem = "The token of its start line stands in its standard \(name)."
        findings.append(Finding("noise.secrets", problem))
      }
      return findings
    }
  }
}
