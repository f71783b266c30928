/// Numbers in display format.
extension Int {
  /// The number with thousands separators: "1,234,567".
  var grouped: String {
    let digits = Array(String(magnitude))
    let groups = digits.indices.map { index in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
    }
    return (self < 0 ? "-" : "") + groups.joined()
  }

  /// "1 album", "12 albums", "no albums".
  func counted(_ noun: String, plural: String? = nil) -> String {
    switch self {
    case 0: "no \(plural ?? noun + "s")"
    case 1: "1 \(noun)"
    default: "\(grouped) \(plural ?? noun + "s")"
    }
  }

  /// Milliseconds as a playing time: "3:05", or "1:02:03" from one hour.
  var playingTime: String {
    let seconds = (Swift.max(0, self) + 500) / 1000
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    let shown = parts[0] == 0 ? parts[1...] : parts[...]
    return shown.enumerated()
      .map { $0.offset == 0 ? "\($0.element)" : $0.element.twoDigits }
      .joined(separator: ":")
  }

  private var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
