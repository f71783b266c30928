import CGnuTLS
import FoundationEssentials
import HTTPServer
import HostKit
import MusicModel

/// A secret of 256 random bits.
///
/// Scripts send that of the page. The page itself never does: it signs its requests, because another
/// program may listen on the port by then.
struct AccessToken: Hashable, Sendable {
  let text: String

  /// What a token signs. Each kind begins with its own word, so that no signature serves for another.
  enum Message: Sendable {
    /// The proof that this server knows the token.
    case proof(nonce: String)
    /// A request: its method, its target as sent, and the digest of its body.
    case request(HTTPRequest)
    /// The reading of one picture or sound, at its path as sent.
    case media(path: Substring)
  }

  static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    return AccessToken(text: (0..<32).map { _ in generator.next() as UInt8 }.hexadecimal)
  }

  /// Loads a token that stays valid over restarts, or creates one.
  static func loaded(from path: String) throws -> AccessToken {
    if let file = try? FileDescriptor(path, 0), let bytes = try? file.readAll(atMost: 256) {
      let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      if text.utf8.count == 64 { return AccessToken(text: text) }
    }
    let token = AccessToken.random()
    try replaceFile(path, with: Array("\(token.text)\n".utf8))
    return token
  }

  /// Compares in constant time.
  func matches(_ other: String) -> Bool { AccessToken.isEqual(text, other) }

  /// The signature of a message: HMAC-SHA256 with the text of the token as its key, in hexadecimal.
  func signature(of message: Message) -> String? {
    let key = Array(text.utf8)
    let bytes = Array(message.lines.joined(separator: "\n").utf8)
    var signature = [UInt8](repeating: 0, count: 32)
    let status = musicbus_hmac_sha256(key, key.count, bytes, bytes.count, &signature)
    return status < 0 ? nil : signature.hexadecimal
  }

  /// Whether a text is the signature of a message; takes the same time for each that is not.
  func hasSigned(_ message: Message, as text: String) -> Bool {
    signature(of: message).map { AccessToken.isEqual($0, text) } ?? false
  }

  /// The value of the header `Content-Digest` for a body (RFC 9530).
  static func digest(of body: [UInt8]) -> String? {
    var digest = [UInt8](repeating: 0, count: 32)
    guard musicbus_sha256(body, body.count, &digest) >= 0 else { return nil }
    return "sha-256=:\(Data(digest).base64EncodedString()):"
  }

  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let (left, right) = (Array(one.utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}

extension AccessToken.Message {
  fileprivate var lines: [String] {
    switch self {
    case .proof(let nonce): ["proof", nonce]
    case .request(let request):
      ["request", request.method, request.targetText, request["content-digest"] ?? ""]
    case .media(let path): ["media", String(path)]
    }
  }
}
