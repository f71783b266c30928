import MusicModel

extension Catalog {
  /// Days for which a record that its source no longer lists is retained.
  package static let retentionDays = 180
  /// The same in milliseconds.
  package static let retentionMs = retentionDays * 86_400_000

  /// Replaces a provider's records by those of its new reply, and retains what the reply omits.
  ///
  /// New members replace older ones of the same record, one by one. Omitted records and members are
  /// retained with the time at which they were fetched: a source that fails, shortens its reply or
  /// omits members takes nothing away. Neither does an empty reply.
  /// - Parameters:
  ///   - known: the provider's records so far.
  ///   - fresh: the records of its new reply.
  ///   - nowMs: milliseconds since 1970. Records fetched more than ``retentionDays`` earlier expire;
  ///     if `nil`, none do.
  /// - Returns: all records of the provider, sorted.
  package static func refreshed(
    _ known: [SourceRecord],
    with fresh: [SourceRecord],
    nowMs: Int? = nil
  ) -> [SourceRecord] {
    let newest = Dictionary(grouping: fresh) { Source($0) }
    let oldest = nowMs.map { $0 - retentionMs } ?? Int.min
    let retained = known.compactMap { record -> SourceRecord? in
      guard !fresh.contains(record), (record.fetchedMs ?? Int.max) >= oldest else { return nil }
      guard let newer = newest[Source(record)] else { return record }
      return newer.reduce(record) { $0?.fieldsMissing(in: $1.entity) }
    }
    return SourceRecord.sorted(fresh + retained)
  }

  /// The provider and the id of a record.
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
  /// The fields that a newer version of the record omits, or `nil`.
  fileprivate func fieldsMissing(in newer: Entity) -> SourceRecord? {
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
    return rest.map(with)
  }
}
