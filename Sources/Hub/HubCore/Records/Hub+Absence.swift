import BusProtocol
import EntityResolution
import MusicModel

/// A source that fails, tells less or tells nothing does not take away what was known.
extension Hub {
  /// Adds to what the sources of a call for one thing said all that they said of it before and say
  /// no more.
  mutating func addKnown(to key: ClientCallID) {
    guard let call = calls[key], call.isOfOne, let id = call.parameters.id,
      let known = entityIndex.entity(id)
    else { return }
    let wanted = call.parameters.providers
    let records = known.records.filter { wanted?.contains($0.provider) != false }
    let fresh = call.records
    let all = Catalog.refreshed(records, with: fresh, nowMs: wallMs)
    for (provider, source) in call.sources where source.records.isEmpty {
      let kept = all.filter { $0.provider == provider }
      guard !kept.isEmpty, known.complete.contains(provider) else { continue }
      let fetchedMs = kept.compactMap(\.fetchedMs).max()
      let ageMs = fetchedMs.flatMap { fetched in wallMs.map { max(0, $0 - fetched) } }
      calls[key]?.sources[provider]?.replaceByKnown(count: kept.count, ageMs: ageMs ?? 0)
    }
    // What a list once told in passing is no answer where nobody could be asked.
    guard calls[key]?.nobodyAnswered == false else { return }
    calls[key]?.known = all.filter { !fresh.contains($0) }
  }

  /// Keeps what a call brought.
  mutating func remember(_ merged: [MergedEntity], of call: ClientCall) {
    var whole: Set<ProviderID> = []
    if call.isOfOne { whole = Set(call.sources.filter { !$0.value.records.isEmpty }.keys) }
    entityIndex.store(merged, complete: whole, unixMs: wallMs)
  }
}

extension ClientCall {
  /// Whether no source gave a usable answer, though one might have had it.
  fileprivate var nobodyAnswered: Bool {
    let outcomes = sources.values.compactMap(\.outcome)
    return outcomes.contains(where: \.isMissing) && !outcomes.contains(where: \.isUsable)
      && sources.values.allSatisfy(\.records.isEmpty)
  }
}
