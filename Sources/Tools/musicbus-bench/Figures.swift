/// Formats numbers for users.
enum Figures {
  /// Four digits after the point.
  static func exact(_ value: Double) -> String { fixed(value, digits: 4) }

  static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((value * scale).rounded())
    let text = String(abs(whole))
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let sign = whole < 0 ? "-" : ""
    return digits == 0
      ? sign + padded : sign + padded.dropLast(digits) + "." + padded.suffix(digits)
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
