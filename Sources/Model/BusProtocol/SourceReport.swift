public import MusicModel

/// One line of `sources[]`: a provider that was asked, and what became of it.
public struct SourceReport: Hashable, Sendable, Codable {
  public var provider: ProviderID
  public var outcome: Outcome
  /// From the client's call to what became of the provider, in milliseconds.
  public var elapsedMs: Int?
  /// How old a kept answer is, in milliseconds.
  public var ageMs: Int?
  /// How many records it gave.
  public var count: Int?
  /// How many records of its source were unusable and left out.
  public var skipped: Int?
  public var error: SourceError?
  /// The line that thanks the source, where it gave anything.
  public var attribution: String?

  /// Why a source failed.
  public struct SourceError: Hashable, Sendable, Codable {
    public var code: ErrorCode
    public var message: String
    public var retryAfterMs: Int?

    public init(code: ErrorCode, message: String, retryAfterMs: Int? = nil) {
      self.code = code
      self.message = message
      self.retryAfterMs = retryAfterMs
    }
  }

  public init(provider: ProviderID, outcome: Outcome) {
    self.provider = provider
    self.outcome = outcome
  }
}
