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
    for position in order { kinds[span[position].entity.kindNumber].append(position) }
    return EntityKind.allCases.indices.flatMap { number -> [[Int]] in
      if kinds[number].isEmpty { return [] }
      return clusters(of: kinds[number], EntityKind.allCases[number], in: records)
    }
  }

  private func clusters(
    of positions: [Int],
    _ kind: EntityKind,
    in records: [SourceRecord]
  ) -> [[Int]] {
    switch kind {
    case .artist: clusters(batch(of: positions, in: records, ArtistFeatures.read), positions)
    case .album: clusters(batch(of: positions, in: records, AlbumFeatures.read), positions)
    case .song: clusters(batch(of: positions, in: records, SongFeatures.read), positions)
    case .chart: clusters(batch(of: positions, in: records, ChartFeatures.read), positions)
    }
  }

  private func clusters<Kind>(_ batch: RecordBatch<Kind>, _ positions: [Int]) -> [[Int]] {
    let clusters = Clusters(
      of: batch,
      CandidatePairs(in: batch),
      oneRecordPerProvider: context.oneRecordPerProvider
    )
    return clusters.all.map { $0.map { positions[$0] } }
  }

  func batch<Kind: MatchFeatures>(
    of positions: [Int],
    in records: [SourceRecord],
    _ read: (Entity, Int, inout FeatureExtractor) -> Kind?
  ) -> RecordBatch<Kind> {
    let span = records.span
    var providers = ProviderNumbers()
    let numbers = positions.map { providers.number(of: span[$0].provider) }
    var reading = BatchReading<Kind>(records: positions.count, context: context, verdicts: verdicts)
    for index in positions.indices {
      reading.add(span[positions[index]], provider: numbers[index], read)
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
