public import MusicModel

/// A change of a favourite, in the updates of `hub.watch`.
public struct FavoriteEvent: Hashable, Sendable, Codable {
  /// The kind of change.
  public enum Change: String, Hashable, Sendable, Codable, CaseIterable {
    case added, removed, moved, updated
    /// Too many changes to list: read the favourites again.
    case many
  }

  public var change: Change
  /// The ULID of the favourite; `nil` if many have changed.
  public var favorite: String?
  /// The entity that it marks.
  public var entity: EntityID?
  /// The name of the entity.
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
