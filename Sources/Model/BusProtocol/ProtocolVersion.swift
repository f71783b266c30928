public import JSON

/// BusProtocol: frames, headers, messages, versions and error codes, and their encoding. The text
/// under `Protocol/` is the contract; these types follow it and are tested against its vectors.

/// A version of the protocol: `1.0`. The major is also in the tag of each message.
public struct ProtocolVersion: Hashable, Sendable, Comparable {
  public var major: Int
  public var minor: Int

  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads `1.0`: two numbers up to 999, written in the one shortest way.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]),
      (0...999).contains(major), (0...999).contains(minor)
    else { return nil }
    self.init(major: major, minor: minor)
    guard description == text else { return nil }
  }

  /// The newest version that this code speaks.
  public static let current = ProtocolVersion(major: 1, minor: 0)

  public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

extension ProtocolVersion: CustomStringConvertible {
  public var description: String { "\(major).\(minor)" }
}

extension ProtocolVersion: JSONConvertible {
  public init(json: inout JSONReader) throws(JSONMismatch) {
    let text = try json.text()
    guard let version = ProtocolVersion(text) else {
      throw JSONMismatch("\"\(text)\" is not a version")
    }
    self = version
  }

  public func write(_ writer: inout JSONWriter) { writer.add(text: description) }
}
