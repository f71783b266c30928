internal import JSON

extension JSONText {
  /// Whether the strings, numbers and spaces of a text are as this module writes them.
  ///
  /// The order of members is not checked. Texts with escapes, which are rare, are not canonical.
  static func isCanonical(_ text: [UInt8]) -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfPlainString(text, after: index) else { return false }
        index = end
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end =
          text[index...].firstIndex {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}")
              || $0 == UInt8(ascii: "]")
          } ?? text.count
        guard isCanonical(number: text[index..<end]) else { return false }
        index = end
      case 0...0x20, 0x7F...: return false
      default: index += 1
      }
    }
    return true
  }

  /// The index after the closing quote; `nil` if something is escaped or should be.
  private static func endOfPlainString(_ text: [UInt8], after quote: Int) -> Int? {
    var index = quote + 1
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") { return index + 1 }
      if byte < 0x20 || byte == UInt8(ascii: "\\") || byte == 0x7F { return nil }
      index += 1
    }
    return nil
  }

  private static func isCanonical(number: ArraySlice<UInt8>) -> Bool {
    guard let value = Double(String(decoding: number, as: UTF8.self)) else { return false }
    var writer = JSONWriter()
    writer.add(value)
    return writer.isComplete && writer.bytes.elementsEqual(number)
  }
}
