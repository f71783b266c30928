extension String {
  /// The word, quoted if a shell would change it.
  package var quotedForShell: String {
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

  /// Whether it is one word that a shell takes as it is written, as ``quotedForShell`` writes it.
  package var isShellWord: Bool {
    let inside = String(dropFirst().dropLast())
    return [self, inside, inside.replacing("'\\''", with: "'")].contains {
      $0.quotedForShell == self
    }
  }
}
