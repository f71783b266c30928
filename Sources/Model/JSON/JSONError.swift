/// A violation of the rules of JSON, and its position.
public struct JSONError: Error, Hashable, Sendable {
  /// The rule that is violated.
  public enum Kind: Hashable, Sendable {
    case notUTF8
    case tooDeep
    case tooManyValues
    case truncated
    case trailingText
    case bracketMissing(JSONBracket)
    case nameMissing
    case colonMissing
    case commaMissing(before: JSONBracket)
    case danglingComma
    case valueMissing
    case invalidValue(String)
    case quoteMissing
    case invalidEscape
    case loneSurrogate
    case duplicateName(String)
  }

  public let kind: Kind
  /// The index of the byte at which the violation was found.
  public let offset: Int
  /// Whether the text could be the beginning of valid JSON.
  public let isTruncated: Bool

  public init(_ kind: Kind, at offset: Int, isTruncated: Bool = false) {
    self.kind = kind
    self.offset = offset
    self.isTruncated = isTruncated
  }

  /// The line and column of the violation; both count from 1, columns in bytes.
  public func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (before.count { $0 == 0x0A } + 1, before.count - lineStart + 1)
  }
}

extension JSONError: CustomStringConvertible {
  /// A fragment such as "a colon is missing".
  public var description: String {
    switch kind {
    case .notUTF8: "this text is not UTF-8"
    case .tooDeep: "too many nested brackets"
    case .tooManyValues: "too many values"
    case .truncated: "unexpected end"
    case .trailingText: "unexpected text after the end"
    case .bracketMissing(let bracket): "\(bracket.opening) is missing"
    case .nameMissing: "a name in quotes is missing"
    case .colonMissing: "a colon is missing"
    case .commaMissing(let bracket): "a comma or \(bracket.closing) is missing"
    case .danglingComma: "nothing follows this comma"
    case .valueMissing: "a value is missing"
    case .invalidValue(let word): "\"\(word)\" is not a value"
    case .quoteMissing: "the closing quote is missing"
    case .invalidEscape: "invalid escape sequence"
    case .loneSurrogate: "half of a surrogate pair"
    case .duplicateName(let name): "duplicate member \"\(name)\""
    }
  }
}

/// The two kinds of brackets.
public enum JSONBracket: Hashable, Sendable {
  case object, array

  var opening: Character { self == .object ? "{" : "[" }
  var closing: Character { self == .object ? "}" : "]" }
  var openingByte: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
  var closingByte: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
}
