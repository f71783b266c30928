/// The text of a JSON value, which is read only if the value is used.
///
/// A text from the wire may be invalid; only its brackets and the ends of its strings were checked.
public struct EncodedJSON: Hashable, Sendable, Codable {
  /// The text, without spaces around it.
  public let bytes: [UInt8]

  public init(_ value: JSONValue) {
    var writer = JSONWriter()
    writer.add(value)
    bytes = writer.bytes
  }

  /// The text of one value.
  package init(json bytes: [UInt8]) { self.bytes = bytes }

  public init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

  public func encode(to encoder: any Encoder) throws {
    try JSONValue(bytes, .wire).encode(to: encoder)
  }

  /// Whether it begins like an object.
  package var isObject: Bool { JSONCursor(bytes).isAt(.object) }
}

extension EncodedJSON: MemberValue {
  public static func read(_ cursor: inout JSONCursor) -> EncodedJSON? {
    guard let range = try? cursor.skipValue() else { return nil }
    return EncodedJSON(json: Array(cursor.text(of: range)))
  }

  public func write(_ writer: inout JSONWriter) { writer.add(json: bytes) }
}

extension EncodedJSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral
{
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(.object(Dictionary(members) { first, _ in first }))
  }

  public init(stringLiteral text: String) { self.init(.string(text)) }

  public init(integerLiteral number: Int) { self.init(.integer(number)) }
}
