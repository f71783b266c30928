import BusProtocol
import CGnuTLS
import MusicModel
import ProviderKit

/// A text of a manifest in which values of the configuration stand, as a header or parameter has it: `Token {token}`.
///
/// `{key}` is the value of a key, `{salt}` a random text, the same in all texts of a request, and
/// `{md5:password+salt}` the MD5 (RFC 1321) of such values, one after another, in hexadecimal: Subsonic asks for
/// it. MD5 protects little; it is here for servers that know nothing better.
struct SettingText: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case value(String)
    case digest([String])
  }

  private let parts: [Part]

  private static let salt = "salt"
  private static let digest = "md5:"

  init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      let name = rest[rest.index(after: start)..<end]
      if name.hasPrefix(SettingText.digest) {
        let keys = name.dropFirst(SettingText.digest.count).split(separator: "+").map(String.init)
        parts.append(.digest(keys))
      } else {
        parts.append(.value(String(name)))
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// Whether a digest is in it.
  var isSignature: Bool { parts.contains { if case .digest = $0 { true } else { false } } }

  /// Whether the salt itself is in it.
  var hasSalt: Bool { parts.contains(.value(SettingText.salt)) }

  /// The text with values of the configuration.
  ///
  /// What was made for this request only is added to `secrets`, with its name: who has salt and digest can make
  /// requests.
  ///
  /// - Returns: `nil` if a value is missing.
  func filled(
    _ configuration: ProviderConfiguration,
    salt: String,
    _ secrets: inout [String: String]
  ) -> String? {
    func value(_ key: String) -> String? {
      if key == SettingText.salt {
        secrets[salt] = SettingText.salt
        return salt
      }
      let text = configuration.value(key)?.asText
      return text?.isEmpty == true ? nil : text
    }
    var filled = ""
    for part in parts {
      switch part {
      case .text(let text): filled += text
      case .value(let key):
        guard let text = value(key) else { return nil }
        filled += text
      case .digest(let keys):
        let texts = keys.compactMap(value)
        guard texts.count == keys.count, let digest = SettingText.md5(of: texts.joined()) else {
          return nil
        }
        secrets[digest] = "md5"
        filled += digest
      }
    }
    return filled
  }

  /// A new salt for a request.
  static func randomSalt() -> String {
    (0..<8).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
  }

  /// `nil` if this machine allows no MD5.
  static func md5(of text: String) -> String? {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: 16)
    guard musicbus_md5(bytes, bytes.count, &digest) == 0 else { return nil }
    return digest.hexadecimal
  }
}

extension JSONValue {
  /// A value of the configuration as a header or parameter has it.
  var asText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): String(flag)
    default: nil
    }
  }
}
