/// Writes plain JSON, as the general codec would write it.
package struct FastJSONWriter {
  private var bytes: [UInt8] = []
  private var isPlain = true

  package init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

  /// What was written, or nothing where it is to be left to the general codec.
  package var written: [UInt8]? { isPlain ? bytes : nil }

  mutating func giveUp() { isPlain = false }

  package mutating func add(_ word: StaticString) {
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ digits: String) { bytes.append(contentsOf: digits.utf8) }

  package mutating func add(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      // Others have escapes of their own, and are rare.
      case 0..<0x20, 0x7F: isPlain = false
      default: break
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
