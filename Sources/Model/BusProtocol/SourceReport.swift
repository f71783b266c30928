public import MusicModel

/// One element of `sources[]`: a provider and its outcome.
public struct SourceReport: Hashable, Sendable, Codable {
  public var provider: ProviderID
  public var outcome: Outcome
  /// The time from the client's call to the outcome, in milliseconds.
  public var elapsedMs: Int?
  /// The age of a cached reply, in milliseconds.
  public var ageMs: Int?
  /// The number of records.
  public var count: Int?
  /// The number of records that were skipped as unusable.
  public var skipped: Int?
  public var error: SourceError?
  /// The attribution of the source, if it had results.
  public var attribution: String?
  /// The notes of its reply, such as the origin and licence of a text.
  public var notes: [String]?

  /// Whether the source has what was asked for, but not in the user's country.
  public var isNotInCountry: Bool { error?.code == .notInCountry }

  /// The error of a failed source, or why one that did not fail has nothing.
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

extension SourceReport {
  /// One report for each source: of several, the one that went worst, with the records of all.
  package static func merged(_ reports: [SourceReport]) -> [SourceReport] {
    var merged: [ProviderID: SourceReport] = [:]
    for report in reports {
      guard var known = merged[report.provider] else {
        merged[report.provider] = report
        continue
      }
      let (one, other) = (known, report)
      if other.outcome.isMissing || !one.outcome.isMissing && one.count ?? 0 == 0 { known = other }
      if one.count != nil || other.count != nil {
        known.count = (one.count ?? 0) + (other.count ?? 0)
      }
      known.attribution = one.attribution ?? other.attribution
      let own = one.notes ?? []
      let notes = own + (other.notes ?? []).filter { !own.contains($0) }
      known.notes = notes.isEmpty ? nil : notes
      merged[report.provider] = known
    }
    return merged.values.sorted { $0.provider < $1.provider }
  }
}
