/// The body of `bye`: the session ends here. Its shape never changes.
public struct Bye: Hashable, Sendable, Codable {
  public var code: ErrorCode?
  public var message: String?

  public init(code: ErrorCode? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }
}
