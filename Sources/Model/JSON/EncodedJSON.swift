/// The text of a JSON value, which is read only if the value is used.
public struct EncodedJSON: Hashable, Sendable, JSONConvertible {
  /// The text, without spaces around it.
  public let bytes: [UInt8]

  public init(_ value: JSONValue) {
    var writer = JSONWriter()
    writer.add(value)
    bytes = writer.bytes
  }

  /// The text of one value.
  package init(json bytes: [UInt8]) { self.bytes = bytes }

  public init(json: inout JSONReader) throws(JSONMismatch) { bytes = Array(try json.skip()) }

  public func write(_ writer: inout JSONWriter) { writer.add(json: bytes) }

  /// Whether it begins like an object.
  package var isObject: Bool { JSONCursor(bytes).isAt(.object) }
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
