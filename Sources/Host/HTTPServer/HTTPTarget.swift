/// The target of a request: the decoded parts of its path, and its query.
package struct HTTPTarget: Hashable, Sendable {
  /// One `name=value` of the query, decoded.
  package struct Item: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The decoded parts between the slashes; none for `/`.
  package let path: [String]
  package let query: [Item]
  /// The host and port of a target that is a whole URL.
  package let host: String?

  package init(path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
    host = nil
  }

  /// Parses a target as sent, a path or an `http` URL; `nil` if it is neither, or contains a space.
  package init?(_ text: String) {
    guard !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    var rest = text[...]
    if text.prefix(7).lowercased() == "http://" {
      rest = rest.dropFirst(7)
      let host = rest.prefix { $0 != "/" && $0 != "?" }
      guard !host.isEmpty else { return nil }
      rest = rest[host.endIndex...]
      self.host = String(host)
    } else {
      guard text.utf8.first == UInt8(ascii: "/") else { return nil }
      host = nil
    }
    let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = halves[0].split(separator: "/").map { HTTPTarget.decoded($0) }
    query = (halves.count > 1 ? halves[1].split(separator: "&") : []).map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { HTTPTarget.decoded($0, isForm: true) }
      return Item(parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// The first value of that name in the query.
  package subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Decodes `%XX`, and `+` in forms, as the URL Standard does.
  ///
  /// An invalid `%` stands for itself, and bytes that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: Substring, isForm: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
