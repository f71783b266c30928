/// What became of one provider in one answer (`Protocol/registry/outcomes.json`).
public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
  /// It answered, with something.
  case ok
  /// It answered now that it has nothing.
  case empty
  /// It had not answered when the time of the call was over.
  case timeout
  /// It had not answered when others had and the caller no longer waited.
  case late
  /// It answered with an error, or was lost.
  case failed
  /// Its source limits it for now.
  case rateLimited = "rate-limited"
  /// It was still starting.
  case starting
  /// It does not know the id, and nothing of its own is known to be the same.
  case notLinked = "not-linked"
  /// Its answer was kept from before, and is fresh; it may have had nothing.
  case cached
  /// Its answer was kept from before, and is no longer fresh.
  case stale
  /// It was not asked.
  case skipped

  /// Whether something that it might have told is missing from the answer.
  public var isMissing: Bool {
    switch self {
    case .timeout, .late, .failed, .rateLimited, .starting: true
    case .ok, .empty, .notLinked, .cached, .stale, .skipped: false
    }
  }
}
