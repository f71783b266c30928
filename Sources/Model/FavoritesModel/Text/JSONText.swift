internal import FoundationEssentials
internal import JSON

/// JSON text to values and back. What this module writes is one line with sorted members, so that
/// equal values are equal bytes.
package enum JSONText {
  package static func writeGenerally(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
  }

  package static func read<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ bytes: some Sequence<UInt8>
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The text of a string, given with its quotes; `nil` for any other value.
  static func string(_ bytes: [UInt8], _ value: Range<Int>) -> String? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    if let plain = cursor.plainText() { return String(validating: bytes[plain], as: UTF8.self) }
    guard (try? UTF8Span(validating: bytes[value].span)) != nil else { return nil }
    return try? cursor.text()
  }

  /// The bytes of a string, given with its quotes; `nil` for any other value.
  static func stringBytes(_ bytes: [UInt8], _ value: Range<Int>) -> ArraySlice<UInt8>? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    if let plain = cursor.plainText() { return bytes[plain] }
    return string(bytes, value).map { Array($0.utf8)[...] }
  }

  /// A whole number; `nil` for any other value.
  static func integer(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
    var cursor = JSONCursor(bytes, value, dialect: .document)
    return cursor.integer()
  }
}

extension JSONText {
  /// A readable description of JSON that could not be read.
  static func reason(of error: any Error) -> String {
    if case DecodingError.keyNotFound(let key, _) = error {
      return "\"\(key.stringValue)\" is missing"
    }
    return DecodingProblem.describe(error) ?? "\(error)"
  }
}
