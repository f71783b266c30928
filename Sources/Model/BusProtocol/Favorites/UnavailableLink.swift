public import MusicModel

/// A favourite album or song that a service no longer has, as in the reply to `favorites.links`.
public struct UnavailableLink: Hashable, Sendable, Codable {
  /// The ULID of the favourite.
  public var fav: String
  /// As the favourite has it, without biography.
  public var entity: Entity
  /// The id that has gone.
  public var id: EntityID
  /// The provider that said so.
  public var provider: ProviderID
  /// The time since it was first found to have gone, in milliseconds.
  public var goneAgeMs: Int
  /// Other ids that their services had when they were asked last.
  public var others: [EntityID] = []
  /// The id under which the service has it now, if it was found.
  public var replacement: EntityID?
  /// The evidence for and against that, one fragment each: `+ same title`.
  public var reasons: [String]?

  public init(fav: String, entity: Entity, id: EntityID, provider: ProviderID, goneAgeMs: Int) {
    (self.fav, self.entity, self.id) = (fav, entity, id)
    (self.provider, self.goneAgeMs) = (provider, goneAgeMs)
  }
}
