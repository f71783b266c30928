import MusicModel

/// Puts records that are one thing together, kind by kind.
struct Matcher {
  let context: MatchContext
  let verdicts: VerdictIndex

  /// The clusters as places in `records`, which are sorted by content.
  func clusters(of records: [SourceRecord]) -> [[Int]] {
    var kinds: [EntityKind: [Int]] = [:]
    for (place, record) in records.enumerated() {
      kinds[record.entity.kind, default: []].append(place)
    }
    return EntityKind.allCases.flatMap { kind -> [[Int]] in
      guard let places = kinds[kind] else { return [] }
      return clusters(of: places, kind, in: records)
    }
  }

  private func clusters(
    of places: [Int],
    _ kind: EntityKind,
    in records: [SourceRecord]
  ) -> [[Int]] {
    switch kind {
    case .artist: clusters(batch(of: places, in: records, ArtistProfile.read), places)
    case .album: clusters(batch(of: places, in: records, AlbumProfile.read), places)
    case .song: clusters(batch(of: places, in: records, SongProfile.read), places)
    case .chart: clusters(batch(of: places, in: records, ChartProfile.read), places)
    }
  }

  private func clusters<Kind>(_ batch: Batch<Kind>, _ places: [Int]) -> [[Int]] {
    let clusters = Clusters(
      of: batch,
      Candidates(in: batch),
      oneRecordPerProvider: context.oneRecordPerProvider
    )
    return clusters.all.map { $0.map { places[$0] } }
  }

  func batch<Kind: Profile>(
    of places: [Int],
    in records: [SourceRecord],
    _ read: (Entity, Int, inout ProfileReader) -> Kind?
  ) -> Batch<Kind> {
    var reader = ProfileReader(records: places.count, context: context)
    var identities = Identities()
    identities.reserve(records: places.count)
    var profiles: [Kind] = []
    profiles.reserveCapacity(places.count)
    var providers = ProviderNumbers()
    var numbers: [Int] = []
    var groups: [Int] = []
    for place in places {
      let record = records[place]
      let number = providers.number(of: record.provider)
      guard let profile = read(record.entity, number, &reader) else { continue }
      profiles.append(profile)
      identities.add(record.entity.ownIDs)
      numbers.append(number)
      groups.append(verdicts.group(of: record))
    }
    return Batch(
      profiles: profiles,
      pool: reader.pool,
      identities: identities,
      providers: numbers,
      groups: groups,
      verdicts: verdicts
    )
  }
}

/// Numbers for providers, in the order in which they occur.
private struct ProviderNumbers {
  private var known: [ProviderID] = []

  mutating func number(of provider: ProviderID) -> Int {
    if let number = known.firstIndex(of: provider) { return number }
    known.append(provider)
    return known.count - 1
  }
}
