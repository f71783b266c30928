/// A `GET` request to an upstream.
public struct HTTPRequest: Hashable, Sendable {
  public var address: WebAddress
  /// The name of the upstream whose budget is charged.
  public var upstream: String
  /// Headers besides `User-Agent` and `Accept`.
  public var headers: [String: String] = [:]

  public init(_ address: WebAddress, upstream: String) {
    self.address = address
    self.upstream = upstream
  }
}
