import CommandKit
import FavoritesModel
import Glibc
import FoundationEssentials

/// Durations, sizes and times for the user.
enum HumanFormat {
  /// `3 h 5 min`, `42 s`, `180 ms`: the two largest units.
  static func duration(ms: Int) -> String {
    guard ms >= 1000 else { return "\(max(0, ms)) ms" }
    let units = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    var seconds = ms / 1000
    var parts: [String] = []
    for (name, size) in units where seconds >= size {
      parts.append("\(seconds / size) \(name)")
      seconds %= size
    }
    return parts.prefix(2).joined(separator: " ")
  }

  /// `512 B`, `1.5 MB`; a kilobyte has 1,024 bytes.
  static func size(_ bytes: Int) -> String {
    var rest = Double(bytes)
    for unit in ["B", "KB", "MB"] {
      guard rest >= 1024 else {
        return unit == "B" ? "\(bytes) B" : "\((rest * 10).rounded() / 10) \(unit)"
      }
      rest /= 1024
    }
    return "\((rest * 10).rounded() / 10) GB"
  }

  /// `09:05:07`, in local time.
  static func timeOfDay(of time: time_t) -> String {
    let parts = local(time)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
  }

  /// `2026-11-20`, in local time.
  static func day(of time: Timestamp) -> String {
    let parts = local(time_t(time.microseconds / 1_000_000))
    return "\(1900 + parts.tm_year)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
  }

  private static func local(_ time: time_t) -> tm {
    var time = time
    var parts = tm()
    localtime_r(&time, &parts)
    return parts
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension Table.Column {
  /// The age of a row, given in milliseconds: for people how long ago; for scripts the time, if `time` is the title.
  static func age(
    _ time: String?,
    priority: Int,
    _ ageMs: @escaping @Sendable (Row) -> Int
  ) -> Table.Column {
    guard let time else {
      return .init("Ago", priority: priority) {
        StyledText(HumanFormat.duration(ms: ageMs($0)), .dim)
      }
    }
    return .init(time) {
      StyledText(Date(timeIntervalSinceNow: -Double(ageMs($0)) / 1000).ISO8601Format())
    }
  }
}
