internal import BusProtocol
internal import EntityResolution
package import HubCore
internal import MusicModel

/// Changes of the state that are not written yet; of one row only the last change is stored.
package struct StateChanges: Sendable {
  /// The kinds of rows.
  enum Kind: String {
    case budget, entity, link, release, pin
    /// The albums of an artist that were seen.
    case artist
    /// An id of a favourite that a service was asked for.
    case favorite
  }

  private struct Name: Hashable {
    let kind: Kind
    let name: String
  }

  /// New contents of a row, encoded when they are written.
  private enum Contents {
    case budget(StoredBudget)
    case entity(KnownEntity)
    case link(StoredLink)
    case history(ReleaseHistory)
    case release(StoredRelease)
    case favorite(FavoriteLink)
    case pin
    case removed

    var bytes: Int {
      switch self {
      case .budget(let budget): 512 + 16 * budget.spent.count
      case .entity(let entity): entity.bytesInMemory
      case .history(let history): 512 + 64 * history.titles.count
      case .link, .release, .favorite, .pin, .removed: 512
      }
    }
  }

  private var contents: [Name: Contents] = [:]
  /// The rows, the one changed last at the end.
  private var order: [Name] = []

  package init() {}

  package init(_ changes: EntityIndexChanges) {
    for id in changes.removed { remove(.entity, "\(id)") }
    for entity in changes.entities {
      if let id = entity.ids.first { set(.entity, "\(id)", .entity(entity)) }
    }
    for link in changes.removedLinks { remove(.link, "\(link.provider) \(link.id)") }
    for link in changes.links { set(.link, "\(link.provider) \(link.id)", .link(link)) }
  }

  package init(_ changes: ReleaseChanges) {
    for history in changes.histories { set(.artist, history.artist, .history(history)) }
    for release in changes.releases {
      set(.release, "\(release.album.id)", .release(release))
    }
    for artist in changes.removedArtists { remove(.artist, artist) }
    for id in changes.removedReleases { remove(.release, "\(id)") }
  }

  package init(_ changes: FavoriteLinkChanges) {
    for link in changes.changed { set(.favorite, "\(link.id)", .favorite(link)) }
    for id in changes.removed { remove(.favorite, "\(id)") }
  }

  package init(_ budgets: [StoredBudget]) {
    for budget in budgets { set(.budget, budget.rowName, .budget(budget)) }
  }

  init(pinning ids: some Sequence<EntityID>, isPinned: Bool) {
    for id in ids { set(.pin, "\(id)", isPinned ? .pin : .removed) }
  }

  var isEmpty: Bool { order.isEmpty }
  /// Approximate number of bytes in memory.
  private(set) var bytes = 0

  mutating func add(_ next: StateChanges) {
    for name in next.order { set(name.kind, name.name, next.contents[name] ?? .removed) }
  }

  mutating func remove(_ kind: Kind, _ name: String) { set(kind, name, .removed) }

  private mutating func set(_ kind: Kind, _ name: String, _ new: Contents) {
    let name = Name(kind: kind, name: name)
    bytes += new.bytes
    if let old = contents.updateValue(new, forKey: name) {
      bytes -= old.bytes
    } else {
      order.append(name)
    }
  }

  /// The rows to be written.
  func rows() throws -> [StateStore.Row] {
    try order.map { name in
      let bytes: [UInt8]? =
        switch contents[name] {
        case .budget(let budget): try JSONCodec.encode(budget)
        case .entity(let entity): try JSONCodec.encode(EntityMembers(entity))
        case .link(let link): try JSONCodec.encode(link)
        case .history(let history): try JSONCodec.encode(history)
        case .release(let release): try JSONCodec.encode(release)
        case .favorite(let link): try JSONCodec.encode(link)
        case .pin: []
        case .removed, nil: nil
        }
      return StateStore.Row(kind: name.kind.rawValue, name: name.name, contents: bytes)
    }
  }
}

extension StoredBudget {
  /// The id of a provider contains no space, the name of an upstream may.
  var rowName: String { "\(provider?.rawValue ?? "*") \(upstream)" }
}

/// An entity as stored: without the contents of its records, which are in the ``RecordStore``.
struct EntityMembers: Codable {
  struct Record: Codable {
    var provider: ProviderID
    var id: EntityID
    /// Further ids of the record: with those by which the hub found it, without those that it found to
    /// be wrong.
    private var ids: [EntityID]?

    init(_ provider: ProviderID, _ id: EntityID, _ all: [EntityID]) {
      (self.provider, self.id) = (provider, id)
      add(all)
    }

    /// All ids of the record.
    var allIDs: [EntityID] { [id] + (ids ?? []).filter { $0 != id } }

    mutating func add(_ new: [EntityID]) {
      let all = allIDs + new.filter { !allIDs.contains($0) }
      ids = all.count > 1 ? Array(all.dropFirst()) : nil
    }
  }

  /// `nil` if they are those of its records, in the same order.
  private var ids: [EntityID]?
  var name: String
  var artist: String?
  private var whole: [ProviderID]?
  private var albums: Int?
  var records: [Record] = []

  init(_ entity: KnownEntity) {
    name = entity.name.text
    artist = entity.name.artist
    whole = entity.complete.isEmpty ? nil : entity.complete.sorted()
    albums = entity.albumCount
    // What an older version of a record had as well is in the stored record by now.
    for record in entity.records.map(\.restored) {
      let (id, ids) = (record.entity.id, record.entity.ids)
      let known = records.firstIndex { $0.provider == record.provider && $0.id == id }
      if let known {
        records[known].add(ids)
      } else {
        records.append(Record(record.provider, id, ids))
      }
    }
    if entity.ids != idsOfRecords { ids = entity.ids }
  }

  private var idsOfRecords: [EntityID] {
    var seen: Set<EntityID> = []
    return records.flatMap(\.allIDs).filter { seen.insert($0).inserted }
  }

  /// All ids of the entity.
  var allIDs: [EntityID] { ids ?? idsOfRecords }

  /// The providers that sent all that they know of it.
  var completeProviders: Set<ProviderID> { Set(whole ?? []) }

  /// The entity with its records; `nil` if it has none.
  func entity(_ records: [SourceRecord]) -> KnownEntity? {
    guard let kind = allIDs.first?.kind, !records.isEmpty else { return nil }
    return KnownEntity(
      ids: allIDs,
      name: SearchTerms(kind, name, by: artist),
      records: records,
      complete: completeProviders,
      albumCount: albums
    )
  }
}
