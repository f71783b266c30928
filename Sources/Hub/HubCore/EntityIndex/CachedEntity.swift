import EntityResolution
import MusicModel

/// One entity of the entity cache: its ids, its name and its records.
struct CachedEntity: Hashable, Sendable {
  /// The first one is its key.
  let ids: [EntityID]
  let name: SearchTerms
  let records: [SourceRecord]
  /// The providers that were queried for this entity alone, and so sent all their data about it.
  let complete: Set<ProviderID>

  /// The time within which fetching an equal record again adds nothing, in milliseconds.
  private static let renewalMs = 600_000
  /// The maximum number of records; the newest are cached.
  private static let maxRecords = 200

  /// Removes long texts if `complete` is empty: only a query for the entity itself fetches them.
  init(_ merged: MergedEntity, complete: Set<ProviderID> = []) {
    ids = CachedEntity.ids(of: merged)
    name = SearchTerms(merged.entity)
    var newest = merged.records
    if newest.count > CachedEntity.maxRecords {
      newest.sort { ($1.fetchedMs ?? 0) < ($0.fetchedMs ?? 0) }
      newest.removeLast(newest.count - CachedEntity.maxRecords)
    }
    records = complete.isEmpty ? newest.map(\.brief) : newest
    self.complete = complete.filter { provider in newest.contains { $0.provider == provider } }
  }

  init(
    ids: [EntityID],
    name: SearchTerms,
    records: [SourceRecord],
    complete: Set<ProviderID>
  ) {
    self.ids = ids
    self.name = name
    self.records = records
    self.complete = complete
  }

  /// The first id, then those of the most usual edition: a query for details uses that edition.
  private static func ids(of merged: MergedEntity) -> [EntityID] {
    var ids: [EntityID] = []
    ids.reserveCapacity(merged.entity.ids.count)
    ids.append(merged.entity.id)
    for edition in merged.editions {
      for id in edition.entity.ids where !ids.contains(id) { ids.append(id) }
    }
    for id in merged.entity.ids where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// Whether it contains anything that an older one lacks.
  func addsInformation(to old: CachedEntity) -> Bool {
    guard ids.allSatisfy(old.ids.contains), complete.isSubset(of: old.complete) else { return true }
    return !records.allSatisfy { record in
      old.records.contains { other in
        other.provider == record.provider && other.entity == record.entity
          && abs((record.fetchedMs ?? 0) - (other.fetchedMs ?? 0)) < CachedEntity.renewalMs
      }
    }
  }
}

extension SourceRecord {
  /// The record without its long text.
  fileprivate var brief: SourceRecord { with(entity.brief) }
}
