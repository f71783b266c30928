package import MusicModel

/// One entity as it is kept on disk: what the hub knows of it.
package struct StoredEntity: Hashable, Sendable, Codable {
  package struct Record: Hashable, Sendable, Codable {
    package var provider: ProviderID
    package var entity: Entity
    package var fetchedMs: Int?
  }

  /// The one under which it is kept first.
  package var ids: [EntityID]
  package var name: String
  package var artist: String?
  package var records: [Record]
  package var whole: [ProviderID]
}

/// Which id a provider has for an id, or that it has none until then, as it is kept on disk.
package struct LinkNote: Hashable, Sendable, Codable {
  package var id: EntityID
  package var provider: ProviderID
  /// Nothing where nothing was found.
  package var native: EntityID?
  /// In milliseconds since 1970; of what was not found.
  package var untilMs: Int?
}

/// What has changed in what the hub knows, to be kept on disk.
package struct EntityIndexChanges: Hashable, Sendable {
  package var entities: [StoredEntity] = []
  /// The first ids of entities that are gone.
  package var gone: [EntityID] = []
  package var links: [LinkNote] = []
  /// Links that are gone; only id and provider count.
  package var goneLinks: [LinkNote] = []

  package init() {}

  package var isEmpty: Bool {
    entities.isEmpty && gone.isEmpty && links.isEmpty && goneLinks.isEmpty
  }
}
