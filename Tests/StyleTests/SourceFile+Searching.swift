extension SourceFile {
  /// The directory below the target, or an empty string: `Sessions`.
  var directory: String {
    let parts = path.split(separator: "/")
    guard let index = parts.firstIndex(where: { $0 == target }), parts.count > index + 2 else {
      return ""
    }
    return String(parts[index + 1])
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// The types that the file declares at its outermost level.
  var declaredTypes: [String] {
    lexed.compactMap { line in
      let words = Declaration.words(of: line.code)
      guard line.code.first != " ", words.first != "extension" else { return nil }
      return Declaration.typeName(words)
    }
  }
}
