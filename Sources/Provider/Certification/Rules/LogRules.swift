/// Rules for standard output and error: moderate amounts of text without secrets.
enum LogRules {
  /// Far more than a provider needs to write during certification.
  static let maxBytes = 512 * 1024
  static let maxLineBytes = 16 * 1024

  static func findings(
    in log: ProcessLog,
    token: String,
    _ secrets: ConfiguredSecrets
  ) -> [Finding] {
    [("output", log.output), ("error", log.errors)].flatMap { name, stream in
      let lines = stream.text.split(separator: UInt8(ascii: "\n"))
      var findings: [Finding] = []
      if stream.bytes > maxBytes {
        let problem = "\(stream.bytes) bytes were written to standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      } else if let line = lines.first(where: { $0.count > maxLineBytes }) {
        let problem = "A line of \(line.count) bytes was written to standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      } else if lines.contains(where: {
        $0.contains(0) || String(validating: $0, as: UTF8.self) == nil
      }) {
        let problem = "Bytes that are not text were written to standard \(name)."
        findings.append(Finding("noise.stdout", problem))
      }
      let text = String(decoding: stream.text, as: UTF8.self)
      if text.contains(token) {
        let problem = "Standard \(name) contains the token of the start line."
        findings.append(Finding("noise.secrets", problem))
      }
      findings += secrets.names(in: text).map {
        Finding("noise.secrets", "Standard \(name) contains \"\($0)\" of the configuration.")
      }
      return findings
    }
  }
}
