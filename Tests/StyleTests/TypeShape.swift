/// The stored properties and functions of a type in its declaration and all its extensions.
struct TypeShape: Hashable {
  let module: String
  /// With the names of the types around it: `SourceLexer.Line`.
  let name: String
  var storedProperties: [String] = []
  var functions: [String] = []

  var key: String { "\(module).\(name)" }

  /// All types of the files, in the order of their names.
  static func all(in files: [SourceFile]) -> [TypeShape] {
    var shapes: [String: TypeShape] = [:]
    for file in files {
      for shape in TypeScanner.types(in: file.lexed, module: file.target) {
        var whole = shapes[shape.key] ?? TypeShape(module: shape.module, name: shape.name)
        whole.storedProperties += shape.storedProperties
        whole.functions += shape.functions
        shapes[shape.key] = whole
      }
    }
    return shapes.values.sorted { ($0.module, $0.name) < ($1.module, $1.name) }
  }
}

/// Finds the types of a file by its braces.
struct TypeScanner {
  /// The scopes around the current line; the name of a type, or `nil` for any other scope.
  private var scopes: [String?] = []
  private var declared: String?
  private var shapes: [String: TypeShape] = [:]
  private let module: String

  static func types(in lines: [SourceLexer.Line], module: String) -> [TypeShape] {
    var scanner = TypeScanner(module: module)
    let code = lines.map(\.code).filter { $0.contains { $0 != " " } }
    for (index, line) in code.enumerated() {
      scanner.read(line, next: index + 1 < code.count ? code[index + 1] : "")
    }
    return Array(scanner.shapes.values)
  }

  private init(module: String) { self.module = module }

  private mutating func read(_ line: String, next: String) {
    let words = Declaration.words(of: line)
    if let name = Declaration.typeName(words) {
      let outer = scopes.compactMap(\.self).last
      declared = outer.map { "\($0).\(name)" } ?? name
    } else if let scope = scopes.last, let type = scope {
      add(line, words, next: next, to: type)
    }
    for character in line {
      if character == "{" {
        scopes.append(declared)
        if let declared, shapes[declared] == nil {
          shapes[declared] = TypeShape(module: module, name: declared)
        }
        declared = nil
      } else if character == "}", !scopes.isEmpty {
        scopes.removeLast()
      }
    }
  }

  private mutating func add(_ line: String, _ words: [Substring], next: String, to type: String) {
    if let name = Declaration.functionName(words) {
      shapes[type]?.functions.append(name)
    } else {
      shapes[type]?.storedProperties += Declaration.storedProperties(line, words, next: next)
    }
  }
}

/// Reads the first line of a declaration.
enum Declaration {
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "mutating", "nonmutating",
    "consuming", "borrowing", "override", "final", "convenience", "required", "nonisolated",
    "indirect", "lazy", "weak", "unowned", "private(set)", "package(set)", "fileprivate(set)",
    "nonisolated(unsafe)", "unsafe",
  ]

  /// The words of a line without attributes and modifiers; `static` remains.
  static func words(of line: String) -> [Substring] {
    let words = line.split(separator: " ")
    return Array(words.drop { $0.hasPrefix("@") || modifiers.contains($0) })
  }

  static func typeName(_ words: [Substring]) -> String? {
    let keywords: Set<Substring> = ["struct", "enum", "class", "actor", "extension", "protocol"]
    guard words.count > 1, keywords.contains(words[0]) else { return nil }
    return String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
  }

  static func functionName(_ words: [Substring]) -> String? {
    let words = words.drop { $0 == "static" || modifiers.contains($0) }
    guard let first = words.first else { return nil }
    let keyword = first.prefix { $0.isLetter }
    if keyword == "init" || keyword == "subscript" { return String(keyword) }
    guard keyword == "func", words.count > 1 else { return nil }
    return String(words.dropFirst().prefix(1).joined().prefix { $0 != "(" && $0 != "<" })
  }

  /// The stored properties of an instance that a line declares.
  static func storedProperties(_ line: String, _ words: [Substring], next: String) -> [String] {
    guard words.first == "let" || words.first == "var" else { return [] }
    let brace = line.firstIndex(of: "{") ?? line.endIndex
    let hasValue = line[..<brace].contains("=")
    let isFollowedByBrace = next.drop { $0 == " " }.hasPrefix("{")
    let isObserved = ["willSet", "didSet"].contains { line.contains($0) || next.contains($0) }
    let hasBody = brace != line.endIndex || isFollowedByBrace
    guard hasValue || !hasBody || isObserved else { return [] }
    let names = words.dropFirst().joined(separator: " ").prefix { $0 != ":" && $0 != "=" }
    return names.split { ",() ".contains($0) }.map(String.init)
  }
}
