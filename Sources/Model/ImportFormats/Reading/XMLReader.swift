/// Reads XML, event by event: enough for property lists and XSPF.
///
/// Own, because Foundation's parser would slow down the start of every command. No document type
/// definition is read, so nothing is fetched and no entity can expand.
struct XMLReader {
  enum Event: Hashable {
    case start(String)
    case end(String)
    case text(String)
  }

  private let bytes: [UInt8]
  private var index = 0
  /// The end of an element without content.
  private var pendingEnd: String?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next event; `nil` at the end.
  mutating func next() throws(ImportFormatError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else { return .text(text()) }
      if starts(with: "<!--") {
        try skip(after: "-->")
      } else if starts(with: "<![CDATA[") {
        let start = index + 9
        try skip(after: "]]>")
        return .text(String(decoding: bytes[start..<max(start, index - 3)], as: UTF8.self))
      } else if starts(with: "<?") {
        try skip(after: "?>")
      } else if starts(with: "<!") {
        try skipDeclaration()
      } else {
        return try tag()
      }
    }
    return nil
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { return false }
    return bytes[index..<index + count].elementsEqual("\(text)".utf8)
  }

  private mutating func skip(after end: String) throws(ImportFormatError) {
    let end = Array(end.utf8)
    while index + end.count <= bytes.count {
      if bytes[index] == end[0], bytes[index..<index + end.count].elementsEqual(end) {
        index += end.count
        return
      }
      index += 1
    }
    throw ImportFormatError("The XML ends within a comment or a declaration")
  }

  /// Skips `<!DOCTYPE …>`, with its definitions in brackets.
  private mutating func skipDeclaration() throws(ImportFormatError) {
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return }
    }
    throw ImportFormatError("The XML ends within a declaration")
  }

  private mutating func tag() throws(ImportFormatError) -> Event {
    let start = index + 1
    var quote: UInt8?
    index = start
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      index += 1
    }
    guard index < bytes.count else { throw ImportFormatError("The XML ends within a tag") }
    var content = bytes[start..<index]
    index += 1
    let isEnd = content.first == UInt8(ascii: "/")
    if isEnd { content = content.dropFirst() }
    let isEmpty = content.last == UInt8(ascii: "/")
    let letters = content.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    // The prefix of a namespace does not matter here.
    let local = letters.split(separator: UInt8(ascii: ":")).last ?? letters
    let name = String(decoding: local, as: UTF8.self)
    if isEnd { return .end(name) }
    if isEmpty { pendingEnd = name }
    return .start(name)
  }

  private mutating func text() -> String {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    let content = bytes[start..<index]
    guard content.contains(UInt8(ascii: "&")) else {
      return String(decoding: content, as: UTF8.self)
    }
    return String(decoding: content, as: UTF8.self).withoutEntities
  }
}

extension String {
  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// With the characters that entities of XML and HTML stand for.
  var withoutEntities: String {
    guard contains("&") else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = String.character(rest[..<end])
      else {
        result += "&"
        continue
      }
      result += character
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return entities[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { String($0) }
  }
}
