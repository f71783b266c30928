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

  package init(path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
  }

  /// Parses a target as sent; `nil` if it is not absolute or its percent-encoding is invalid.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for part in halves[0].split(separator: "/") {
      guard let decoded = HTTPTarget.decoded(part) else { return nil }
      path.append(decoded)
    }
    var query: [Item] = []
    for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = HTTPTarget.decoded(parts[0], isForm: true),
        let value = HTTPTarget.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
      else { return nil }
      query.append(Item(name, value))
    }
    self.path = path
    self.query = query
  }

  /// The first value of that name in the query.
  package subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Decodes `%XX`, and `+` in forms; `nil` if the result is not UTF-8.
  private static func decoded(_ text: Substring, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ isHexadecimal($0) }),
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
