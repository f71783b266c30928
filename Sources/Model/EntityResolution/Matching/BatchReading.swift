import MusicModel

/// Reads records of one kind for a batch, piece by piece.
struct BatchReading<Kind: MatchFeatures>: Sendable {
  private(set) var reader: FeatureExtractor
  private(set) var profiles: [Kind] = []
  private(set) var identities = RecordIdentifiers()
  private(set) var providers: [Int] = []
  private(set) var groups: [Int] = []
  private(set) var looks: [UInt64] = []
  let verdicts: VerdictIndex

  init(records: Int, context: MatchContext, verdicts: VerdictIndex) {
    reader = FeatureExtractor(records: records, context: context)
    self.verdicts = verdicts
    reserve(records)
  }

  mutating func add(
    _ entity: Entity,
    provider: Int,
    _ read: (Entity, Int, inout FeatureExtractor) -> Kind?
  ) {
    guard let profile = read(entity, provider, &reader) else { return }
    let group = verdicts.group(of: entity)
    profiles.append(profile)
    identities.add(entity.ids)
    providers.append(provider)
    groups.append(group)
    var look = StableHash()
    look.add(UInt64(bitPattern: Int64(group)))
    look.add(UInt64(provider))
    identities.addLook(of: profiles.count - 1, to: &look)
    profile.addLook(to: &look, reader.pool)
    looks.append(look.mixed)
  }

  /// Takes over the records of the next piece.
  mutating func append(_ next: BatchReading, of total: Int) {
    reserve(total)
    let offset = reader.append(next.reader)
    for var profile in next.profiles {
      profile.move(by: offset)
      profiles.append(profile)
    }
    identities.append(next.identities)
    providers += next.providers
    groups += next.groups
    looks += next.looks
  }

  private mutating func reserve(_ records: Int) {
    profiles.reserveCapacity(records)
    identities.reserve(records: records)
    providers.reserveCapacity(records)
    groups.reserveCapacity(records)
    looks.reserveCapacity(records)
  }
}
