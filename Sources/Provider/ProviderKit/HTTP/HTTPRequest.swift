/// One `GET` to a source.
public struct HTTPRequest: Hashable, Sendable {
  public var address: WebAddress
  /// Under which name it is counted and limited.
  public var upstream: String

  public init(_ address: WebAddress, upstream: String) {
    self.address = address
    self.upstream = upstream
  }
}
