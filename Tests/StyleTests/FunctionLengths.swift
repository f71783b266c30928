/// How long the functions of a file are. It leans on the format that `swift format` gives: a body
/// ends at the first brace that stands as far left as its declaration.
struct FunctionLengths {
  struct Function {
    let name: String
    let line: Int
    let length: Int
  }

  let functions: [Function]

  init(_ file: SourceFile) {
    functions = file.lines.indices.compactMap { start in
      let line = file.lines[start]
      let indent = line.prefix { $0 == " " }
      let words = line.split(whereSeparator: { " (<".contains($0) })
      guard let place = words.firstIndex(where: { $0 == "func" || $0 == "init" || $0 == "init?" }),
        !line.hasSuffix("}"), words[..<place].allSatisfy({ FunctionLengths.isModifier($0) })
      else { return nil }
      guard let end = file.lines[start...].firstIndex(of: indent + "}") else { return nil }
      let name = words.dropFirst(place + (words[place] == "func" ? 1 : 0)).first ?? "?"
      return Function(name: String(name), line: start + 1, length: end - start + 1)
    }
  }

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@")
      || [
        "public", "package", "internal", "private", "fileprivate", "static", "mutating",
        "consuming", "borrowing", "override", "final", "convenience", "required", "nonisolated",
      ].contains(word)
  }
}
