internal import FoundationEssentials

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

  /// A text as a string of JSON.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes = [quote]
    bytes.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      switch byte {
      case quote, backslash: bytes += [backslash, byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x00..<0x20, 0x7F:
        bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(quote)
    return bytes
  }

  /// The text of a string, given with its quotes; nothing where it is no string.
  static func string(_ bytes: [UInt8], _ value: Range<Int>) -> String? {
    guard value.count >= 2, bytes[value.lowerBound] == quote else { return nil }
    let inner = bytes[value.lowerBound + 1..<value.upperBound - 1]
    if inner.contains(backslash) { return try? read(String.self, bytes[value]) }
    return String(validating: inner, as: UTF8.self)
  }

  /// The bytes of a string, given with its quotes; nothing where it is no string.
  static func stringBytes(_ bytes: [UInt8], _ value: Range<Int>) -> ArraySlice<UInt8>? {
    guard value.count >= 2, bytes[value.lowerBound] == quote else { return nil }
    let inner = bytes[value.lowerBound + 1..<value.upperBound - 1]
    guard inner.contains(backslash) else { return inner }
    return string(bytes, value).map { Array($0.utf8)[...] }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
}

extension JSONText {
  /// What is wrong with JSON that could not be read, in words for a person.
  static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}
