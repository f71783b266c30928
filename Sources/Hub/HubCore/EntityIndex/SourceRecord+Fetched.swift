import EntityResolution

extension [SourceRecord] {
  /// The records with a fetch time.
  func fetched(at nowMs: Int?) -> [SourceRecord] {
    map { SourceRecord(provider: $0.provider, entity: $0.entity, fetchedMs: nowMs) }
  }
}
