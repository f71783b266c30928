import EntityResolution
package import MusicModel

/// An entity of the entity cache as stored on disk.
package struct StoredEntity: MemberVisitable {
  package struct Record: MemberVisitable {
    package var provider: ProviderID
    package var entity: Entity
    package var fetchedMs: Int?
  }

  /// The first one is its key.
  package var ids: [EntityID]
  package var name: String
  package var artist: String?
  package var records: [Record]
  /// The providers that were queried for this entity alone.
  package var whole: [ProviderID]
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

extension StoredEntity {
  package static let blank: StoredEntity? = StoredEntity(ids: [], name: "", records: [], whole: [])

  package static func members(_ visit: inout some MemberVisitor<StoredEntity>) {
    visit.optional("artist", .text, { $0[$1].artist }, { $0.artist = $1 })
    visit.required("ids", .id, { $0[$1].ids }, { $0.ids = $1 })
    visit.required("name", .text, { $0[$1].name }, { $0.name = $1 })
    visit.required("records", .object(Record.self), { $0[$1].records }, { $0.records = $1 })
    visit.required("whole", .text, { $0[$1].whole }, { $0.whole = $1 })
  }
}

extension StoredEntity.Record {
  package static let blank = ProviderID(rawValue: "blank").flatMap { provider in
    Chart.blank.map { StoredEntity.Record(provider: provider, entity: .chart($0)) }
  }

  package static func members(_ visit: inout some MemberVisitor<StoredEntity.Record>) {
    visit.required("entity", .entity, { $0[$1].entity }, { $0.entity = $1 })
    visit.optional("fetchedMs", .count, { $0[$1].fetchedMs }, { $0.fetchedMs = $1 })
    visit.required("provider", .text, { $0[$1].provider }, { $0.provider = $1 })
  }
}
