/// A request to an upstream: `GET`, or `POST` of a form.
public struct HTTPRequest: Hashable, Sendable {
  public var address: WebAddress
  /// The name of the upstream whose budget is charged.
  public var upstream: String
  /// Headers besides `User-Agent` and `Accept`.
  public var headers: [String: String] = [:]
  /// The encoded form to post, if any.
  public var form: String?

  public init(_ address: WebAddress, upstream: String) {
    self.address = address
    self.upstream = upstream
  }
}
