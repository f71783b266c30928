import MusicModel

extension String {
  /// The text with one punctuation mark at its end; empty if there are only punctuation and spaces.
  var asSentence: String {
    var rest = trimmed[...]
    while let last = rest.last, " .;:,".contains(last) { rest.removeLast() }
    guard let last = rest.last else { return "" }
    return rest + ("!?…".contains(last) ? "" : ".")
  }
}

extension String {
  /// The word, quoted if a shell would change it.
  var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F
          || byte >= 0x80
      }
    if isPlain { return self }
    return contains { "\"$`\\!".contains($0) }
      ? "'\(replacing("'", with: "'\\''"))'" : "\"\(self)\""
  }
}

extension StringProtocol {
  /// The text with an uppercase first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
