public import MusicModel

/// What became of one favourite, as the methods that change them tell it.
public struct FavoriteResult: Hashable, Sendable, Codable {
  /// What happened.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    case added
    /// It was a favourite already.
    case exists
    case removed
    /// It is no favourite.
    case absent
    case moved, noted
    /// A row that was brought in told something new of it.
    case updated
    /// It stood there, said so, or the row told nothing new.
    case unchanged
    case undone
    /// It cannot be a favourite.
    case refused
  }

  /// What was taken back.
  public enum Undid: String, Hashable, Sendable, Codable, CaseIterable {
    case added, removed, moved, noted
  }

  public var outcome: Outcome
  /// What was asked for.
  public var key: String?
  /// Its ULID.
  public var fav: String?
  public var id: EntityID?
  public var name: String?
  public var undid: Undid?
  /// When what was undone had been done.
  public var at: String?
  /// Why it was refused, as a sentence.
  public var reason: String?

  public init(_ outcome: Outcome, key: String? = nil) {
    self.outcome = outcome
    self.key = key
  }
}
