/// Text as a part of a URL (RFC 3986): every byte that is not unreserved is told by its number.
///
/// So `&`, `+`, `#`, `/` and letters beyond ASCII reach the source as what they are.
enum PercentEncoding {
  /// A value of a query, or one segment of a path.
  static func encode(_ text: String, keeping kept: Set<UInt8> = []) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) || kept.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + hexadecimal(byte)
      }
    }
    return encoded
  }

  /// What a path may hold besides unreserved characters without meaning anything by it.
  static let keptInPath = Set("=,:@".utf8)

  /// The target of a URL that a source gave: what may not stand in a URL is encoded, the rest kept.
  static func repair(target: some StringProtocol) -> String {
    encode(String(target), keeping: Set("%/?:@!$&'()*+,;=[]".utf8))
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}
