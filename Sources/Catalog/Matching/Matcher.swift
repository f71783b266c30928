import MusicModel

/// Puts records that are one thing together, kind by kind.
struct Matcher {
  let context: MatchContext
  let verdicts: VerdictIndex

  /// The clusters as places in `records`. `order` is an order of the records that hangs on nothing
  /// but their content; it may leave some out.
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
    let records = records.span
    var reader = ProfileReader(records: places.count, context: context)
    var identities = Identities()
    identities.reserve(records: places.count)
    var profiles: [Kind] = []
    profiles.reserveCapacity(places.count)
    var providers = ProviderNumbers()
    var numbers: [Int] = []
    numbers.reserveCapacity(places.count)
    var groups: [Int] = []
    groups.reserveCapacity(places.count)
    for place in places {
      let number = providers.number(of: records[place].provider)
      guard let profile = read(records[place].entity, number, &reader) else { continue }
      profiles.append(profile)
      identities.add(records[place].entity.ids)
      numbers.append(number)
      groups.append(verdicts.group(of: records[place].entity))
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
