internal import Glibc
internal import HubCore

/// The log: one line on standard error for each thing that happened.
struct HubLog {
  let level: LogLevel

  func write(_ level: LogLevel, _ text: String) {
    guard level >= self.level else { return }
    let name = level.rawValue
    let padding = String(repeating: " ", count: max(0, 7 - name.count))
    let line = "\(HubLog.timestamp()) \(name)\(padding) \(HubLog.oneLine(text))\n"
    let bytes = Array(line.utf8)
    // There is nobody to tell when the log itself cannot be written.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// A text from outside cannot fake further lines, nor fill the log.
  private static func oneLine(_ text: String) -> String {
    let clean = text.prefix(2000).unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
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
