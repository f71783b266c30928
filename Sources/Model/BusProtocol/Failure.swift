/// The body of `error`: why a call ended without a full answer.
public struct Failure: Error, Hashable, Sendable, Codable {
  public var code: ErrorCode
  /// For people; never matched on.
  public var message: String
  /// When it makes sense to ask again, in milliseconds from now.
  public var retryAfterMs: Int?
  /// How many parts came before it; they may be used.
  public var parts: Int?
  /// Requests that were really made, by upstream.
  public var spent: [String: Int]?
  /// From the hub: what became of each provider that was asked.
  public var sources: [SourceReport]?

  public init(
    _ code: ErrorCode,
    _ message: String,
    retryAfterMs: Int? = nil,
    sources: [SourceReport]? = nil
  ) {
    self.code = code
    self.message = message
    self.retryAfterMs = retryAfterMs
    self.sources = sources
  }
}
