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
    guard let convertible = Value.self as? any JSONConvertible.Type, dialect.maxValues == .max
    else {
      try JSONCursor.check(bytes, dialect)
      return try JSONReader(bytes, dialect).decode(type)
    }
    do throws(JSONMismatch) {
      var json = JSONReader(bytes, dialect)
      if let value = try convertible.init(json: &json) as? Value, json.isAtEnd { return value }
      throw .notJSON
    } catch {
      // Text that is not JSON is refused as such, wherever it is.
      try JSONCursor.check(bytes, dialect)
      throw error
    }
  }

  /// Writes a value as one line, members in the order of their names, so that equal values are equal
  /// bytes.
  ///
  /// - Throws: if it contains a number that is not finite, or an error of the value's own.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
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
