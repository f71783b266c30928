/// The body of `error`: the reason why a call has no complete reply.
public struct Failure: Error, Hashable, Sendable, Codable {
  public var code: ErrorCode
  /// For users; never matched on.
  public var message: String
  /// The time after which a retry makes sense, in milliseconds from now.
  public var retryAfterMs: Int?
  /// The number of parts before it; they may be used.
  public var parts: Int?
  /// From a provider: the upstream that refused its request.
  public var upstream: String?
  /// Requests that were really made, by upstream.
  public var spent: [String: Int]?
  /// From the hub: the outcome of each provider.
  public var sources: [SourceReport]?
  /// From the hub: whether no source could be reached, as it is without a network; `nil` otherwise.
  public var noNetwork: Bool?

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

extension Failure: CustomStringConvertible {
  public var description: String { message }
}
