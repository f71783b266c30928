/// Reads and writes any `Codable` value as JSON.
public enum JSONCodec {
  /// Reads the one value that the bytes contain.
  ///
  /// - Throws: ``JSONError`` if they are not valid JSON, ``JSONMismatch`` if it is another value, or an
  ///   error of the value's own.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8],
    _ dialect: JSONDialect = .wire
  ) throws -> Value {
    try JSONDocument(bytes, dialect).root.decode(type)
  }

  /// Writes a value as one line, members in the order of their names, so that equal values are equal
  /// bytes.
  ///
  /// - Throws: if it contains a number that is not finite, or an error of the value's own.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter(reserving: 256)
    try writer.add(value)
    guard writer.isComplete else { throw JSONMismatch("a number in it is not finite") }
    return writer.bytes
  }

  /// A fragment that describes an error of reading or writing, such as `ttlMs: must be a whole number`.
  public static func describe(_ error: any Error) -> String {
    if let error = error as? JSONError { return "invalid JSON: \(error)" }
    return "\(error)"
  }
}
