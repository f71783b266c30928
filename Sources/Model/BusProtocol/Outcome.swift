/// The outcome of one provider in a reply (`Protocol/registry/outcomes.json`).
public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
  /// It had results.
  case ok
  /// It had no results.
  case empty
  /// It had not replied at the deadline.
  case timeout
  /// It had not replied when others had and the soft deadline passed.
  case late
  /// Others had replied, and its request budget allows a call only later.
  case deferred
  /// It replied with an error, crashed or was disconnected.
  case failed
  /// Its source limits it for now.
  case rateLimited = "rate-limited"
  /// It was still starting.
  case starting
  /// It does not know the id, and none of its ids is linked to it.
  case notLinked = "not-linked"
  /// A fresh cached reply was used, possibly without results.
  case cached
  /// A stale cached reply was used.
  case stale
  /// It was not called.
  case skipped

  /// Whether results of this provider may be missing from the reply.
  public var isMissing: Bool {
    switch self {
    case .timeout, .late, .deferred, .failed, .rateLimited, .starting: true
    case .ok, .empty, .notLinked, .cached, .stale, .skipped: false
    }
  }
}
