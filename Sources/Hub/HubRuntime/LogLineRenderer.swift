internal import BusProtocol
internal import Glibc
internal import HubCore
internal import MusicModel

/// Lines of the log as text or JSON, with the time.
struct LogLineRenderer: Sendable {
  let format: LogFormat

  private struct Line: Encodable {
    var at: String
    var level: String
    var text: String
    var provider: ProviderID?
  }

  /// Returns a line with its line feed; `text` becomes a single line of bounded length.
  func bytes(_ level: LogLevel, _ text: String, _ provider: ProviderID? = nil) -> [UInt8] {
    Array("\(line(level, LogLineRenderer.oneLine(text), provider))\n".utf8)
  }

  func line(_ level: LogLevel, _ text: String, _ provider: ProviderID? = nil) -> String {
    let line = Line(
      at: LogLineRenderer.timestamp(),
      level: level.rawValue,
      text: text,
      provider: provider
    )
    if format == .json, let bytes = try? JSONCodec.encode(line) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let padding = String(repeating: " ", count: max(0, 7 - line.level.count))
    let owner = provider.map { "[\($0)] " } ?? ""
    return "\(line.at) \(line.level)\(padding) \(owner)\(text)"
  }

  /// Prevents text from outside from forging lines, filling the log, or controlling a terminal that shows it.
  private static func oneLine(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.prefix(2000).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: clean.append(" ")
      default: clean.append(scalar)
      }
    }
    return String(clean)
  }

  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    return "\(digits(date[0], 4))-\(digits(date[1], 2))-\(digits(date[2], 2))T"
      + time.map { digits($0, 2) }.joined(separator: ":")
      + ".\(digits(now.tv_nsec / 1_000_000, 3))Z"
  }
}

/// Format of the log.
package enum LogFormat: String, Hashable, Sendable, CaseIterable {
  /// Time, level and text, to be read by users.
  case text
  /// One JSON object per line, with `at`, `level`, `text` and, if a provider wrote the line,
  /// `provider`.
  case json
}
