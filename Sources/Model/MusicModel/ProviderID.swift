/// The name of a provider on the bus, such as `audiodb` or `itunes-search`.
public struct ProviderID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  /// Lower-case letters, digits, `-` and `.`; 1 to 64 characters.
  public let rawValue: String

  /// Accepts only names that are valid as ``rawValue``, because they become part of file names.
  public init?(rawValue: String) {
    let allowed = rawValue.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
    guard allowed, (1...64).contains(rawValue.utf8.count), rawValue.utf8.first != 0x2E else {
      return nil
    }
    self.rawValue = rawValue
  }

  /// The same for all ids that a reader, or the names of variables, can confuse: `0` with `o`, `1` with `l`,
  /// and `.` with `-`.
  public var skeleton: String {
    String(rawValue.map { ["0": "o", "1": "l", ".": "-"][$0] ?? $0 })
  }

  /// The beginning of the names of its own environment variables: `MUSICBUS_MY_SOURCE_` of `my-source`.
  public var variablePrefix: String {
    "MUSICBUS_" + rawValue.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 } + "_"
  }

  public static func < (left: ProviderID, right: ProviderID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ProviderID: CustomStringConvertible {
  public var description: String { rawValue }
}
