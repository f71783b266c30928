import MusicModel

extension Catalog {
  /// How long is shown what a source once said and says no more.
  package static let keptDays = 180

  /// What is known of one provider after it answered again.
  ///
  /// What it says anew replaces what it said of the same before, member by member. What it says no
  /// more is kept with the time at which it was said, because a source that fails, shrinks its
  /// answer or leaves out members knows no less than before. An empty answer takes away nothing.
  /// - Parameters:
  ///   - known: the provider's records so far.
  ///   - fresh: its new answer.
  ///   - nowMs: milliseconds since 1970; what was said more than ``keptDays`` before ends. Nothing
  ///     ends without it.
  /// - Returns: all that is known of the provider, sorted.
  package static func refreshed(
    _ known: [SourceRecord],
    with fresh: [SourceRecord],
    nowMs: Int? = nil
  ) -> [SourceRecord] {
    let newest = Dictionary(grouping: fresh) { Source($0) }
    let oldest = nowMs.map { $0 - keptDays * 86_400_000 } ?? Int.min
    let kept = known.compactMap { record -> SourceRecord? in
      guard !fresh.contains(record), (record.fetchedMs ?? Int.max) >= oldest else { return nil }
      guard let answers = newest[Source(record)] else { return record }
      return answers.reduce(record) { $0?.remnant(beside: $1.entity) }
    }
    return SourceRecord.sorted(fresh + kept)
  }

  /// Whose word on what.
  private struct Source: Hashable {
    var provider: ProviderID
    var id: EntityID

    init(_ record: SourceRecord) {
      provider = record.provider
      id = record.entity.id
    }
  }
}

extension SourceRecord {
  /// What it says that a newer record of the same leaves out, or nothing.
  fileprivate func remnant(beside newer: Entity) -> SourceRecord? {
    let rest: Entity? =
      switch (entity, newer) {
      case (.artist(let old), .artist(let new)):
        UnsupersededFields.of(old, beside: new).map(Entity.artist)
      case (.album(let old), .album(let new)):
        UnsupersededFields.of(old, beside: new).map(Entity.album)
      case (.song(let old), .song(let new)):
        UnsupersededFields.of(old, beside: new).map(Entity.song)
      case (.chart(let old), .chart(let new)):
        UnsupersededFields.of(old, beside: new).map(Entity.chart)
      default: entity
      }
    return rest.map { SourceRecord(provider: provider, entity: $0, fetchedMs: fetchedMs) }
  }
}
