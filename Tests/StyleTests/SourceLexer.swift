/// Splits Swift source into code, comments and string literals, line by line.
struct SourceLexer {
  struct Line: Hashable {
    let number: Int
    /// Without comments; a string literal is reduced to its quotes.
    var code = ""
    var comment = ""
    /// The contents of string literals, without interpolations.
    var strings = ""
  }

  private enum Scope: Hashable {
    /// Code in an interpolation of a string, and the parentheses that are open in it.
    case interpolation(parentheses: Int)
    case string(isMultiline: Bool, hashes: Int)
  }

  private(set) var lines: [Line] = []
  private let source: [UInt8]
  private var index = 0
  private var scopes: [Scope] = []
  private var code: [UInt8] = []
  private var comment: [UInt8] = []
  private var strings: [UInt8] = []

  static func lines(of text: String) -> [Line] {
    var lexer = SourceLexer(Array(text.utf8))
    while lexer.index < lexer.source.count { lexer.step() }
    lexer.endLine()
    return lexer.lines
  }

  private init(_ source: [UInt8]) { self.source = source }

  private mutating func step() {
    if source[index] == UInt8(ascii: "\n") {
      index += 1
      endLine()
    } else if case .string(let isMultiline, let hashes)? = scopes.last {
      stepInString(isMultiline, hashes)
    } else {
      stepInCode()
    }
  }

  private mutating func stepInCode() {
    if starts("//") {
      let end = source[index...].firstIndex(of: UInt8(ascii: "\n")) ?? source.endIndex
      comment += source[index..<end]
      index = end
      return
    }
    let hashes = source[index...].prefix { $0 == UInt8(ascii: "#") }.count
    if index + hashes < source.count, source[index + hashes] == UInt8(ascii: "\"") {
      index += hashes
      let isMultiline = starts("\"\"\"")
      index += isMultiline ? 3 : 1
      scopes.append(.string(isMultiline: isMultiline, hashes: hashes))
      code.append(UInt8(ascii: "\""))
      return
    }
    let byte = source[index]
    index += 1
    if case .interpolation(let parentheses)? = scopes.last {
      let change = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      scopes.removeLast()
      guard parentheses + change > 0 else { return }
      scopes.append(.interpolation(parentheses: parentheses + change))
    }
    code.append(byte)
  }

  private mutating func stepInString(_ isMultiline: Bool, _ hashes: Int) {
    let sharps = String(repeating: "#", count: hashes)
    let end = (isMultiline ? "\"\"\"" : "\"") + sharps
    if starts("\\" + sharps + "(") {
      index += hashes + 2
      scopes.append(.interpolation(parentheses: 1))
      strings.append(UInt8(ascii: " "))
    } else if starts("\\" + sharps) {
      index = min(index + hashes + 2, source.count)
      strings.append(UInt8(ascii: " "))
    } else if starts(end) {
      index += end.utf8.count
      scopes.removeLast()
      code.append(UInt8(ascii: "\""))
      strings.append(UInt8(ascii: " "))
    } else {
      strings.append(source[index])
      index += 1
    }
  }

  private func starts(_ text: String) -> Bool { source[index...].starts(with: text.utf8) }

  private mutating func endLine() {
    lines.append(
      Line(
        number: lines.count + 1,
        code: String(decoding: code, as: UTF8.self),
        comment: String(decoding: comment, as: UTF8.self),
        strings: String(decoding: strings, as: UTF8.self)
      )
    )
    (code, comment, strings) = ([], [], [])
  }
}
