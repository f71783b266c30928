internal import BusProtocol
internal import MusicModel

/// The texts that a cassette must not contain, nor what a program on JSON lines gets.
///
/// A secret is found as it is, percent-encoded, and escaped as in JSON, in all forms that these have. Bytes
/// are compared, since a combining mark after a secret would merge with its last character.
package struct Secrets: Sendable {
  private struct Secret: Sendable {
    let text: String
    let scalars: [(scalar: Unicode.Scalar, bytes: [UInt8])]
    let placeholder: String
    /// A short text is replaced only where it is a word: it may be a part of many others.
    let isWord: Bool
    let byteCount: Int
    /// The bytes with which any of its forms begins.
    let starts: Set<UInt8>

    init(_ text: String, _ placeholder: String) {
      self.text = text
      scalars = text.unicodeScalars.map { ($0, Array(String($0).utf8)) }
      byteCount = text.utf8.count
      isWord = byteCount < 8
      starts = Set(text.utf8.prefix(1)).union(#"%\+"#.utf8)
      self.placeholder = placeholder
    }
  }

  /// The longest first: a part of a longer one must not be replaced before it.
  private var secrets: [Secret] = []

  /// The texts and numbers of a configuration, also nested ones, but for those that its schema makes public.
  init(_ configuration: JSONValue, schema: JSONValue?) {
    for (key, value) in (configuration.members ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let property = schema?["properties"]?[key], Secrets.isPublic(property) { continue }
      addAll(value, at: key)
    }
  }

  /// Whether a value of the configuration is public, as its schema describes it: one of a few, a limited number, or an address.
  private static func isPublic(_ property: JSONValue) -> Bool {
    if property["secret"] == .bool(true) { return false }
    let isLimited = property["minimum"] != nil && property["maximum"] != nil
    return property["secret"] == .bool(false) || property["type"] == "boolean"
      || property["enum"] != nil || isLimited
      || ["uri", "origin"].contains(property["format"]?.text)
  }

  private mutating func addAll(_ value: JSONValue, at path: String) {
    switch value {
    case .object(let members):
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        addAll(value, at: "\(path).\(name)")
      }
    case .array(let values):
      for (number, value) in values.enumerated() { addAll(value, at: "\(path).\(number)") }
    case .string(let text):
      // A mere address of a host tells nothing.
      guard text.utf8.count >= 3, WebAddress(text)?.target != "/" else { return }
      add(text, Secrets.placeholder(path))
    case .integer, .number:
      let text = Secrets.text(of: value)
      // Shorter numbers are in every line: 200 is a status.
      if text.utf8.count >= 6 { add(text, Secrets.placeholder(path)) }
    case .bool, .null: return
    }
  }

  /// The secrets of a configuration by their keys; those of one or two characters are in every text.
  package init(_ texts: [String: String]) {
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) where text.utf8.count >= 3 {
      add(text, Secrets.placeholder(key))
    }
  }

  package static func placeholder(_ key: String) -> String { "secret-\(key)" }

  package mutating func add(_ secret: String, _ placeholder: String) {
    guard !secret.isEmpty, !secrets.contains(where: { $0.text == secret }) else { return }
    secrets.append(Secret(secret, placeholder))
    secrets.sort { $0.byteCount > $1.byteCount }
  }

  /// The names of the tokens of a request, or of the members of a response with which a source authorizes its user
  /// (RFC 6749, RFC 8628, OpenID Connect).
  static let (accessToken, refreshToken) = ("access_token", "refresh_token")
  private static let tokens = [accessToken, refreshToken, "id_token", "device_code"]

  private mutating func addNamed(_ text: String, _ name: String) {
    add(text, Secrets.placeholder(name.replacing("_", with: "-")))
  }

  /// Adds the tokens that a source returned.
  mutating func addTokens(of response: JSONValue?) {
    for name in Secrets.tokens {
      if let token = response?[name]?.text { addNamed(token, name) }
    }
  }

  /// Adds the tokens of a request. Its signatures are good for this request only and are not kept.
  mutating func addTokens(of request: HTTPRequest) {
    for (text, name) in request.secrets where Secrets.tokens.contains(name) {
      addNamed(text, name)
    }
  }

  /// These, and those of a request.
  package func adding(_ request: HTTPRequest) -> Secrets {
    var all = self
    for (text, name) in request.secrets { all.addNamed(text, name) }
    return all
  }

  package func removed(from text: String) -> String {
    guard !secrets.isEmpty, let bytes = removed(from: Array(text.utf8)) else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A value in which no text, number and name has a secret.
  package func removed(from value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(removed(from: text))
    case .integer, .number:
      let text = Secrets.text(of: value)
      let clean = removed(from: text)
      return clean == text ? value : .string(clean)
    case .array(let values): return .array(values.map { removed(from: $0) })
    case .object(let members):
      let pairs = members.map { (removed(from: $0.key), removed(from: $0.value)) }
      return .object(Dictionary(pairs) { first, _ in first })
    case .bool, .null: return value
    }
  }

  private static func text(of value: JSONValue) -> String {
    (try? JSONCodec.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The bytes without the secrets; `nil` if there are none in them.
  func removed(from bytes: [UInt8]) -> [UInt8]? {
    var replaced: [UInt8] = []
    var (copied, index) = (0, 0)
    while index < bytes.count {
      if let (end, placeholder) = secret(in: bytes, at: index) {
        replaced += bytes[copied..<index] + Array(placeholder.utf8)
        (copied, index) = (end, end)
      } else {
        index += 1
      }
    }
    return copied == 0 ? nil : replaced + bytes[copied...]
  }

  /// The secret that begins there, and its end.
  private func secret(in bytes: [UInt8], at start: Int) -> (end: Int, placeholder: String)? {
    for secret in secrets where secret.starts.contains(bytes[start]) {
      let end =
        Secrets.end(of: secret, in: bytes, at: start, isEscaped: true)
        ?? Secrets.end(of: secret, in: bytes, at: start, isEscaped: false)
      guard let end, !secret.isWord || Secrets.isWord(start..<end, of: bytes) else { continue }
      return (end, secret.placeholder)
    }
    return nil
  }

  private static func end(
    of secret: Secret,
    in bytes: [UInt8],
    at start: Int,
    isEscaped: Bool
  ) -> Int? {
    var index = start
    for (scalar, utf8) in secret.scalars {
      let escaped = isEscaped ? EscapedScalar(bytes, at: index) : nil
      if let escaped, escaped.scalar == scalar {
        index = escaped.end
        continue
      }
      for byte in utf8 {
        guard index < bytes.count else { return nil }
        if isEscaped, bytes[index] == UInt8(ascii: "%"),
          bytes.hexadecimal(index + 1, 2) == Int(byte)
        {
          index += 3
        } else if bytes[index] == byte
          || byte == UInt8(ascii: " ") && bytes[index] == UInt8(ascii: "+")
        {
          index += 1
        } else {
          return nil
        }
      }
    }
    return index
  }

  private static func isWord(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    func isOfWord(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      let character = Character(Unicode.Scalar(bytes[index]))
      return character.isASCII && (character.isLetter || character.isNumber)
    }
    let start = range.lowerBound
    // The ends of "%3D", "\n" and "\u003d" are not letters.
    let isPercent =
      start >= 3 && bytes[start - 3] == UInt8(ascii: "%")
      && bytes.hexadecimal(start - 2, 2) != nil
    let followsEscape =
      isPercent
      || [2, 6].contains { $0 <= start && EscapedScalar(bytes, at: start - $0)?.end == start }
    return (followsEscape || !isOfWord(start - 1)) && !isOfWord(range.upperBound)
  }
}

/// A scalar that is escaped as in JSON.
private struct EscapedScalar {
  let scalar: Unicode.Scalar
  let end: Int

  private static let letters: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  init?(_ bytes: [UInt8], at start: Int) {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "\\") else { return nil }
    if let scalar = EscapedScalar.letters[bytes[start + 1]] {
      (self.scalar, end) = (scalar, start + 2)
      return
    }
    guard let unit = EscapedScalar.unit(bytes, at: start) else { return nil }
    if let scalar = Unicode.Scalar(unit) {
      (self.scalar, end) = (scalar, start + 6)
      return
    }
    // Two halves of one beyond U+FFFF.
    guard let low = EscapedScalar.unit(bytes, at: start + 6),
      let scalar = String(decoding: [unit, low], as: UTF16.self).unicodeScalars.first
    else { return nil }
    (self.scalar, end) = (scalar, start + 12)
  }

  /// `\uXXXX`
  private static func unit(_ bytes: [UInt8], at start: Int) -> UInt16? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "\\"),
      bytes[start + 1] == UInt8(ascii: "u")
    else { return nil }
    return bytes.hexadecimal(start + 2, 4).map { UInt16($0) }
  }
}

extension [UInt8] {
  /// The value of `count` hexadecimal digits at `start`.
  fileprivate func hexadecimal(_ start: Int, _ count: Int) -> Int? {
    guard start + count <= self.count else { return nil }
    return self[start..<start + count].reduce(0 as Int?) { value, byte in
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      return value.map { $0 * 16 + digit }
    }
  }
}
