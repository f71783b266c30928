import HostKit

/// The secret that a browser or script presents: 256 random bits, stored for the user alone.
struct AccessToken: Hashable, Sendable {
  let text: String

  /// Loads the token, or creates one. It stays valid over restarts, so that open pages do, too.
  static func loaded(from path: String) throws -> AccessToken {
    if let file = try? FileDescriptor(path, 0), let bytes = try? file.readAll(atMost: 256) {
      let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      if text.utf8.count == 64 { return AccessToken(text: text) }
    }
    let token = AccessToken.random()
    try replaceFile(path, with: Array("\(token.text)\n".utf8))
    return token
  }

  private static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return AccessToken(text: words.joined())
  }

  /// Compares in constant time.
  func matches(_ other: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
