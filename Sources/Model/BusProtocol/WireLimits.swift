/// The bounds of what one peer may send. The hub dictates them in `welcome`.
public struct WireLimits: Hashable, Sendable, Codable {
  public var headerBytes: Int
  public var bodyBytes: Int
  public var attachmentBytes: Int
  /// The maximum number of calls in flight.
  public var inflight: Int
  /// Nesting of JSON.
  public var depth: Int

  public init(
    headerBytes: Int,
    bodyBytes: Int,
    attachmentBytes: Int,
    inflight: Int,
    depth: Int
  ) {
    self.headerBytes = headerBytes
    self.bodyBytes = bodyBytes
    self.attachmentBytes = attachmentBytes
    self.inflight = inflight
    self.depth = depth
  }

  /// The limits of 1.0 (Protocol/messages.md, "Limits").
  public static let standard = WireLimits(
    headerBytes: 8 * 1024,
    bodyBytes: 1024 * 1024,
    attachmentBytes: 4 * 1024 * 1024,
    inflight: 32,
    depth: 32
  )
}
