import EntityResolution
import MusicModel

/// One entity as the hub remembers it: its ids, its name, and what its records say.
struct CachedEntity: Hashable, Sendable {
  /// The one under which it is kept first.
  let ids: [EntityID]
  let name: SearchTerms
  let records: [SourceRecord]
  /// The providers that were asked about it alone, and told all that they know.
  let whole: Set<ProviderID>

  /// Records told anew within this time are not news, in milliseconds.
  private static let newsMs = 600_000
  /// More records than this are not kept of one entity; the newest are.
  private static let recordsMax = 200

  /// Long texts are kept of what was asked for alone, and left out where `whole` is empty.
  init(_ merged: MergedEntity, whole: Set<ProviderID> = []) {
    ids = CachedEntity.ids(of: merged)
    name = SearchTerms(merged.entity)
    var kept = merged.records
    if kept.count > CachedEntity.recordsMax {
      kept.sort { ($1.fetchedMs ?? 0) < ($0.fetchedMs ?? 0) }
      kept.removeLast(kept.count - CachedEntity.recordsMax)
    }
    records = whole.isEmpty ? kept.map(\.brief) : kept
    let tellers = Set(kept.map(\.provider))
    self.whole = whole.intersection(tellers)
  }

  init(ids: [EntityID], name: SearchTerms, records: [SourceRecord], whole: Set<ProviderID>) {
    self.ids = ids
    self.name = name
    self.records = records
    self.whole = whole
  }

  /// The first id, then those of the most usual edition: who asks a source for the whole asks for
  /// that one.
  private static func ids(of merged: MergedEntity) -> [EntityID] {
    var seen: Set<EntityID> = []
    let ids = [merged.entity.id] + merged.unfolded.flatMap(\.entity.ids) + merged.entity.ids
    return ids.filter { seen.insert($0).inserted }
  }

  /// Whether it tells anything that an older one does not.
  func isNews(beside old: CachedEntity) -> Bool {
    guard ids.allSatisfy(old.ids.contains), whole.isSubset(of: old.whole) else { return true }
    return !records.allSatisfy { record in
      old.records.contains { other in
        other.provider == record.provider && other.entity == record.entity
          && abs((record.fetchedMs ?? 0) - (other.fetchedMs ?? 0)) < CachedEntity.newsMs
      }
    }
  }
}

extension SourceRecord {
  /// Without its long text.
  fileprivate var brief: SourceRecord {
    SourceRecord(provider: provider, entity: entity.brief, fetchedMs: fetchedMs)
  }
}
