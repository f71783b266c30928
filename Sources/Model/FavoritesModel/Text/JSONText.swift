internal import JSON

/// The values of members that were located in a line, but not read.
enum JSONText {
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
