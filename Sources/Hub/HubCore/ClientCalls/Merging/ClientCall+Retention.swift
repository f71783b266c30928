import BusProtocol
import EntityResolution
import MusicModel

/// A source that fails, or sends less than before, does not make known records disappear.
extension ClientCall {
  /// Adds the records of earlier calls for the same entity that no reply contains any more.
  mutating func addRetained(from index: EntityIndex, unixMs: Int?) {
    guard request.isOfOneEntity, let id = parameters.id, let known = index.entity(id)
    else { return }
    let wanted = parameters.providers
    let records = known.records.filter { wanted?.contains($0.provider) != false }
    let fresh = self.records
    let all = Catalog.refreshed(records, with: fresh, nowMs: unixMs)
    for provider in gathering.branches.keys
    where gathering.branches[provider]?.items.records.isEmpty == true {
      let retained = all.filter { $0.provider == provider }
      guard !retained.isEmpty, known.complete.contains(provider) else { continue }
      let fetchedMs = retained.compactMap(\.fetchedMs).max()
      let ageMs = fetchedMs.flatMap { fetched in unixMs.map { max(0, $0 - fetched) } }
      gathering.branches[provider]?.replaceByRetained(count: retained.count, ageMs: ageMs ?? 0)
    }
    // An entry of an earlier list is not a result if no source could be queried.
    guard !gathering.isWithoutReplies else { return }
    gathering.retained = all.filter { !fresh.contains($0) }
  }
}

extension Gathering {
  /// Whether no source sent a usable reply, though one might have the entity.
  fileprivate var isWithoutReplies: Bool {
    let outcomes = branches.values.compactMap(\.outcome)
    return outcomes.contains(where: \.isMissing) && !outcomes.contains(where: \.isUsable)
      && branches.values.allSatisfy(\.items.records.isEmpty)
  }
}
