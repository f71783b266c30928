/// The body of `reject`: the hub refuses the peer, which must stop and not try again as it is.
/// Its shape never changes.
public struct Reject: Error, Hashable, Sendable, Codable {
  public var code: ErrorCode
  public var message: String
  /// The versions that the hub speaks.
  public var supported: [ProtocolVersion]

  public init(code: ErrorCode, message: String, supported: [ProtocolVersion]) {
    self.code = code
    self.message = message
    self.supported = supported
  }
}
