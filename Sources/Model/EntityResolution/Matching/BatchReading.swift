import MusicModel

/// Extracts the features of a batch, record by record.
struct BatchReading<Kind: MatchFeatures>: Sendable {
  private(set) var extractor: FeatureExtractor
  private(set) var features: [Kind] = []
  private(set) var identifiers = RecordIdentifiers()
  private(set) var providers: [Int] = []
  private(set) var groups: [[Int]] = []
  private(set) var fingerprints: [UInt64] = []
  let verdicts: VerdictIndex

  init(records: Int, context: MatchContext, verdicts: VerdictIndex) {
    extractor = FeatureExtractor(records: records, context: context)
    self.verdicts = verdicts
    reserve(records)
  }

  mutating func add(
    _ record: SourceRecord,
    provider: Int,
    _ read: (Entity, Int, inout FeatureExtractor) -> Kind?
  ) {
    let entity = record.entity
    guard let profile = read(entity, provider, &extractor) else { return }
    let verdictGroups = verdicts.groups(of: entity)
    features.append(profile)
    identifiers.add(entity.ids, disputed: record.disputedIDs)
    providers.append(provider)
    groups.append(verdictGroups)
    var fingerprint = StableHash()
    if verdictGroups.isEmpty { fingerprint.add(UInt64.max) }
    for group in verdictGroups { fingerprint.add(UInt64(group)) }
    fingerprint.add(UInt64(provider))
    identifiers.addToFingerprint(of: features.count - 1, to: &fingerprint)
    profile.addToFingerprint(to: &fingerprint, extractor.arena)
    fingerprints.append(fingerprint.mixed)
  }

  private mutating func reserve(_ records: Int) {
    features.reserveCapacity(records)
    identifiers.reserve(records: records)
    providers.reserveCapacity(records)
    groups.reserveCapacity(records)
    fingerprints.reserveCapacity(records)
  }
}
