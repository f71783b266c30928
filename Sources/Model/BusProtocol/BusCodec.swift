import FoundationEssentials
internal import JSON
internal import MusicModel

/// JSON as the bus writes it: sorted members, so that equal values are equal bytes.
public enum BusCodec {
  /// Writes a value as one line of JSON.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    switch value {
    case let done as Done where done.items == nil:
      if let bytes = try FavoriteResultList(done).writtenFast() { return bytes }
    case let body as any FastListBody:
      if let bytes = try body.writtenFast() { return bytes }
    case let value as any MemberValue:
      if let bytes = value.writtenFast() { return bytes }
    default: break
    }
    return try encodeGenerally(value)
  }

  /// Writes a body with other elements in its list, each as JSON text.
  package static func encode(
    _ body: some FastListBody,
    listing elements: some Sequence<[UInt8]>
  ) throws -> [UInt8] {
    var writer = JSONWriter(reserving: 64 * 1024)
    writer.open(.array)
    for element in elements {
      writer.separate()
      writer.add(json: element)
    }
    writer.close(.array)
    guard let bytes = try body.written(list: writer.bytes) else { throw CodecError.ambiguousList }
    return bytes
  }

  /// Writes any value, by way of Foundation.
  package static func encodeGenerally(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  /// Reads a value from UTF-8; nesting deeper than the limit is refused before it is followed.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8]
  ) throws -> Value {
    guard isUTF8(bytes) else { throw CodecError.notUTF8 }
    switch type {
    case is Done.Type:
      let done = Done.readFast(bytes) ?? FavoriteResultList.readFast(bytes)?.done
      if let value = done as? Value { return value }
    case let body as any FastListBody.Type:
      if let value = body.readFast(bytes) as? Value { return value }
    case let members as any MemberVisitable.Type:
      if let value = members.readFast(bytes) as? Value { return value }
    default: break
    }
    return try decodeGenerally(type, from: bytes)
  }

  /// Reads a header, which is what the hub does most often.
  static func decodeHeader(from bytes: [UInt8]) throws -> Header {
    try (isUTF8(bytes) ? Header.readFast(bytes) : nil) ?? decode(from: bytes)
  }

  /// Reads any value from UTF-8, by way of Foundation.
  package static func decodeGenerally<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8]
  ) throws -> Value {
    guard isOnlyUTF8(bytes) else { throw CodecError.notUTF8 }
    try checkDepth(of: bytes)
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch DecodingError.dataCorrupted(let context)
      where context.codingPath.isEmpty && !context.debugDescription.hasPrefix("\"")
    {
      // The decoder describes invalid JSON in its own words, and a number that does not fit like it. Errors
      // of our own types quote the value.
      _ = try JSONValue(bytes, .wire)
      throw CodecError.badNumber
    }
  }

  /// A readable description of JSON that could not be read.
  public static func describe(_ error: any Error) -> String {
    switch error {
    case CodecError.notUTF8: "it is not UTF-8 without a byte order mark"
    case CodecError.tooDeep: "JSON is nested deeper than \(JSONDialect.wire.maxDepth) levels"
    case CodecError.ambiguousList: "a text in it looks like its list"
    case CodecError.badNumber: "a number is out of range or not whole"
    case let failure as Failure: failure.message
    default: DecodingProblem.describe(error) ?? "\(error)"
    }
  }

  /// Rejects deep nesting before the decoder follows it; it finds all other errors itself.
  private static func checkDepth(of bytes: [UInt8]) throws(CodecError) {
    var cursor = JSONCursor(bytes, dialect: .wire)
    do throws(JSONError) {
      _ = try cursor.skipValue()
    } catch {
      if error.kind == .tooDeep { throw .tooDeep }
    }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }

  /// Whether Foundation's decoder cannot take UTF-8 for UTF-16 or UTF-32, which it also accepts.
  private static func isOnlyUTF8(_ bytes: [UInt8]) -> Bool {
    !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && !bytes.contains(0)
  }

  private enum CodecError: Error { case notUTF8, tooDeep, badNumber, ambiguousList }
}
