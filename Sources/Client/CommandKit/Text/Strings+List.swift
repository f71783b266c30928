extension [String] {
  /// The texts with a sign between each two: `joined(separator:)`, which a page of help has no time
  /// for, as its first use looks for conformances through the whole program.
  func list(_ separator: String) -> String {
    var text = ""
    for (place, part) in enumerated() {
      if place > 0 { text += separator }
      text += part
    }
    return text
  }
}
