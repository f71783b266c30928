import MusicModel

/// Clusters records, kind by kind.
struct Matcher {
  let context: MatchContext
  let verdicts: VerdictIndex

  /// The clusters as indices of `records`. `order` depends only on the content of the records; it may
  /// omit some.
  func clusters(of records: [SourceRecord], in order: [Int]) -> [[Int]] {
    let span = records.span
    var kinds: [[Int]] = EntityKind.allCases.map { _ in [] }
    for place in order { kinds[span[place].entity.kindNumber].append(place) }
    return EntityKind.allCases.indices.flatMap { number -> [[Int]] in
      if kinds[number].isEmpty { return [] }
      return clusters(of: kinds[number], EntityKind.allCases[number], in: records)
    }
  }

  private func clusters(
    of places: [Int],
    _ kind: EntityKind,
    in records: [SourceRecord]
  ) -> [[Int]] {
    switch kind {
    case .artist: clusters(batch(of: places, in: records, ArtistFeatures.read), places)
    case .album: clusters(batch(of: places, in: records, AlbumFeatures.read), places)
    case .song: clusters(batch(of: places, in: records, SongFeatures.read), places)
    case .chart: clusters(batch(of: places, in: records, ChartFeatures.read), places)
    }
  }

  private func clusters<Kind>(_ batch: RecordBatch<Kind>, _ places: [Int]) -> [[Int]] {
    let clusters = Clusters(
      of: batch,
      CandidatePairs(in: batch),
      oneRecordPerProvider: context.oneRecordPerProvider
    )
    return clusters.all.map { $0.map { places[$0] } }
  }

  func batch<Kind: MatchFeatures>(
    of places: [Int],
    in records: [SourceRecord],
    _ read: (Entity, Int, inout FeatureExtractor) -> Kind?
  ) -> RecordBatch<Kind> {
    let span = records.span
    var providers = ProviderNumbers()
    let numbers = places.map { providers.number(of: span[$0].provider) }
    var reading = BatchReading<Kind>(records: places.count, context: context, verdicts: verdicts)
    for index in places.indices {
      reading.add(span[places[index]].entity, provider: numbers[index], read)
    }
    return RecordBatch(reading)
  }
}

/// Numbers providers in the order in which they occur.
private struct ProviderNumbers {
  private var known: [ProviderID] = []
  private var last = 0

  mutating func number(of provider: ProviderID) -> Int {
    if last < known.count, known[last] == provider { return last }
    if let number = known.firstIndex(of: provider) {
      last = number
      return number
    }
    known.append(provider)
    return known.count - 1
  }
}
