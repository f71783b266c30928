import EntityResolution
package import MusicModel

/// An entity of the entity cache as stored on disk.
package struct StoredEntity: Hashable, Sendable, Codable {
  package struct Record: Hashable, Sendable, Codable {
    package var provider: ProviderID
    package var entity: Entity
    package var fetchedMs: Int?

    package init(provider: ProviderID, entity: Entity, fetchedMs: Int?) {
      self.provider = provider
      self.entity = entity
      self.fetchedMs = fetchedMs
    }
  }

  /// The first one is its key.
  package var ids: [EntityID]
  package var name: String
  package var artist: String?
  package var records: [Record]
  /// The providers that were queried for this entity alone.
  package var whole: [ProviderID]

  package init(
    ids: [EntityID],
    name: String,
    artist: String?,
    records: [Record],
    whole: [ProviderID]
  ) {
    self.ids = ids
    self.name = name
    self.artist = artist
    self.records = records
    self.whole = whole
  }
}

/// The id of an entity at a provider, or the time until which it has none, as stored on disk.
package struct LinkNote: Hashable, Sendable, Codable {
  package var id: EntityID
  package var provider: ProviderID
  /// `nil` if the search did not find the entity.
  package var native: EntityID?
  /// Milliseconds since 1970; only if not found.
  package var untilMs: Int?
}

/// Changes of the entity index that are to be stored.
package struct EntityIndexChanges: Hashable, Sendable {
  package var entities: [StoredEntity] = []
  /// The first ids of removed entities.
  package var gone: [EntityID] = []
  package var links: [LinkNote] = []
  /// Removed links; only id and provider count.
  package var goneLinks: [LinkNote] = []

  package init() {}

  package var isEmpty: Bool {
    entities.isEmpty && gone.isEmpty && links.isEmpty && goneLinks.isEmpty
  }
}

extension CachedEntity {
  init?(_ stored: StoredEntity) {
    guard let kind = stored.ids.first?.kind, !stored.records.isEmpty else { return nil }
    self.init(
      ids: stored.ids,
      name: SearchTerms(kind, stored.name, by: stored.artist),
      records: stored.records.map {
        SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
      },
      complete: Set(stored.whole)
    )
  }
}

extension StoredEntity {
  init(_ cached: CachedEntity) {
    ids = cached.ids
    name = cached.name.text
    artist = cached.name.artist
    records = cached.records.map(\.restored).map {
      Record(provider: $0.provider, entity: $0.entity, fetchedMs: $0.fetchedMs)
    }
    whole = cached.complete.sorted()
  }
}
