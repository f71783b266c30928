public import MusicModel

/// What happened to a favourite, as `hub.watch` tells it.
public struct FavoriteEvent: Hashable, Sendable, Codable {
  /// In a word what happened.
  public enum Change: String, Hashable, Sendable, Codable, CaseIterable {
    case added, removed, moved, updated
    /// More than is told: the list is to be read anew.
    case many
  }

  public var change: Change
  /// The favourite's own name in the document; nothing where many have changed.
  public var favorite: String?
  /// What it marks.
  public var entity: EntityID?
  /// What that is called.
  public var name: String?

  public init(
    _ change: Change,
    favorite: String? = nil,
    entity: EntityID? = nil,
    name: String? = nil
  ) {
    self.change = change
    self.favorite = favorite
    self.entity = entity
    self.name = name
  }
}
