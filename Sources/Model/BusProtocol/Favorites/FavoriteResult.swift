public import MusicModel

/// The result for one favourite, in replies of the methods that change favourites.
public struct FavoriteResult: Hashable, Sendable, Codable {
  /// The effect on the favourite.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    case added
    /// It was a favourite already.
    case exists
    case removed
    /// It is not a favourite.
    case absent
    case moved, noted
    /// An imported row added details to it.
    case updated
    /// It already had this position or note, or the row added nothing.
    case unchanged
    case undone
    /// It cannot be a favourite.
    case refused
  }

  /// The kind of change that was undone.
  public enum Undid: String, Hashable, Sendable, Codable, CaseIterable {
    case added, removed, moved, noted
  }

  public var outcome: Outcome
  /// The key of the favourite in the call.
  public var key: String?
  /// Its ULID.
  public var fav: String?
  public var id: EntityID?
  public var name: String?
  public var undid: Undid?
  /// The time of the change that was undone.
  public var at: String?
  /// The reason if it was refused, as a sentence.
  public var reason: String?

  public init(_ outcome: Outcome, key: String? = nil, reason: String? = nil) {
    self.outcome = outcome
    self.key = key
    self.reason = reason
  }
}
