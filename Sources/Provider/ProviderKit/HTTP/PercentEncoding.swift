internal import Foundation

/// Percent-encoding (RFC 3986) of every byte that is not unreserved.
public enum PercentEncoding {
  /// Encodes a query value or a path segment.
  public static func encode(_ text: String, allowing allowed: Set<UInt8> = []) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) || allowed.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + hexadecimal(byte)
      }
    }
    return encoded
  }

  /// Decodes a path segment; returns an invalid one unchanged.
  public static func decode(_ text: String) -> String { text.removingPercentEncoding ?? text }

  /// Reserved characters without a special meaning in a path segment.
  static let allowedInPath = Set("=,:@".utf8)

  /// Encodes only the characters that are invalid in a path and query.
  static func repair(target: some StringProtocol) -> String {
    encode(String(target), allowing: Set("%/?:@!$&'()*+,;=[]".utf8))
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
