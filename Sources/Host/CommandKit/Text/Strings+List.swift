extension Collection<String> {
  /// The strings joined by `separator`. The first use of `joined(separator:)` searches for conformances in
  /// the whole program, which takes too long for a help page.
  func list(_ separator: String) -> String {
    var text = ""
    for (index, part) in enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return text
  }
}
