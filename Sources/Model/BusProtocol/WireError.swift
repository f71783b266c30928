/// The reason why frames are not a valid message.
public enum WireError: Error, Hashable, Sendable {
  case frameCount(Int)
  /// The first frame is not our tag: another major version, or not this protocol at all.
  case otherMajor(tag: [UInt8])
  case tooLarge(frame: String, bytes: Int, limit: Int)
  case unknownType(String, id: String?)
  case header(String, id: String?)

  /// The error code for the peer.
  public var code: ErrorCode {
    switch self {
    case .frameCount: .protocolViolation
    case .otherMajor: .versionUnsupported
    case .tooLarge: .tooLarge
    case .unknownType: .typeUnknown
    case .header: .invalidHeader
    }
  }

  /// A description for users.
  public var message: String {
    switch self {
    case .frameCount(let count):
      "A message has 2 to 4 frames (tag, header, body, attachment), not \(count)."
    case .otherMajor(let tag):
      "The first frame must be \"MB1\", not \"\(printable(tag))\"."
    case .tooLarge(let frame, let bytes, let limit):
      "The \(frame) has \(bytes) bytes; at most \(limit) are allowed."
    case .unknownType(let type, _):
      "The message type \"\(type.prefix(40))\" is not known."
    case .header(let problem, _):
      "The header is not valid: \(problem)."
    }
  }

  private func printable(_ tag: [UInt8]) -> String {
    String(tag.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." })
  }
}
