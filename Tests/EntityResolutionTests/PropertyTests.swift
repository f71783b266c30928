import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Merging of any input")
struct PropertyTests {
  @Test("any order and any repetition give the same entities", arguments: 0..<40)
  func order(seed: Int) {
    var random = SeededRandom(seed)
    let records = RandomRecords.make(&random)
    let merged = Catalog.merge(records)
    #expect(Catalog.merge(records.shuffled(using: &random)) == merged)
    #expect(Catalog.merge(records + records.shuffled(using: &random).prefix(5)) == merged)
  }

  @Test("any grouping of arrivals gives the same entities", arguments: 0..<20)
  func grouping(seed: Int) {
    var random = SeededRandom(seed)
    let records = RandomRecords.make(&random, linked: true)
    var rest = records.shuffled(using: &random)[...]
    var arrived: [SourceRecord] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...9, using: &random)
      arrived = Catalog.merge(arrived + rest.prefix(count)).flatMap(\.records)
      rest = rest.dropFirst(count)
    }
    #expect(Catalog.merge(arrived) == Catalog.merge(records))
  }

  @Test("every record is in exactly one entity", arguments: 0..<20)
  func partition(seed: Int) {
    var random = SeededRandom(seed)
    let records = RandomRecords.make(&random)
    let merged = Catalog.merge(records)
    #expect(Set(merged.flatMap(\.records)) == Set(records))
    #expect(merged.flatMap(\.records).count == Set(records).count)
    #expect(merged.map(\.entity.id) == merged.map(\.entity.id).sorted())
  }

  @Test("a new record never joins two different entities", arguments: 0..<40)
  func neverGlued(seed: Int) {
    var random = SeededRandom(seed)
    var records = RandomRecords.make(&random)
    let added = records.removeLast()
    for records in [records, records + [added]] {
      for entity in Catalog.merge(records) {
        #expect(!pairs(of: entity.records).contains { verdict($0, $1) == .different })
      }
    }
  }

  @Test("records that differ in every name match only if ids link them", arguments: 0..<40)
  func linked(seed: Int) {
    var random = SeededRandom(seed)
    for entity in Catalog.merge(RandomRecords.make(&random, linked: true)) {
      for (one, other) in pairs(of: entity.records) where verdict(one, other) == .different {
        #expect(Catalog.compare(one, other).points > -5_000, "different ids are never one")
        #expect(areLinked(one, other, by: entity.records))
      }
    }
  }

  @Test("comparing is the same both ways", arguments: 0..<40)
  func symmetry(seed: Int) {
    var random = SeededRandom(seed)
    let records = RandomRecords.make(&random, linked: true)
    for (one, other) in pairs(of: records) {
      let there = Catalog.compare(one, other)
      let back = Catalog.compare(other, one)
      #expect(there.decision == back.decision)
      #expect(weights(there) == weights(back), "\(one) \(other)")
    }
  }

  @Test("a record matches a copy of itself from another provider", arguments: 0..<20)
  func reflexive(seed: Int) {
    var random = SeededRandom(seed)
    for record in RandomRecords.make(&random)
    where record.entity.displayName != "Various Artists" && record.entity.displayName != "" {
      var copy = record
      copy.provider = provider("mirror")
      #expect(Catalog.compare(record, copy).decision == .same)
    }
  }

  @Test(
    "unusual names do no harm",
    arguments: [
      "", " ", "\u{0}", "((((((((((", "))))", "-", "- - -", "&", "& & &", "feat.", "(feat.)", "the",
      "The The", "\u{301}", "🎵", "️‍🌈", String(repeating: "a", count: 10_000),
      String(repeating: "(", count: 1_000) + "x", "ﷺ", "\u{202E}abc", "Ⅷ", "½", "(Live)", "- EP",
    ]
  )
  func oddNames(name: String) {
    let records = [
      song("a", "a:song:1", title: name, by: name, on: name, length: 1),
      song("b", "b:song:1", title: name, by: "x", on: name, length: -5),
      album("a", "a:album:1", title: name, by: name), album("b", "b:album:1", title: name),
      artist("a", "a:artist:1", name: name), artist("b", "b:artist:1", name: name),
    ]
    let merged = Catalog.merge(records)
    #expect((3...6).contains(merged.count))
    #expect(Catalog.ranked(merged, for: name).count == merged.count)
  }

  private func verdict(_ one: SourceRecord, _ other: SourceRecord) -> RecordComparison.Decision {
    Catalog.compare(one, other).decision
  }

  private func pairs(of records: [SourceRecord]) -> [(SourceRecord, SourceRecord)] {
    records.indices.flatMap { index in
      records[..<index].map { (records[index], $0) }
    }
  }

  private func weights(_ comparison: RecordComparison) -> [Int] {
    (comparison.reasons ?? []).map { $0.side == .for ? $0.weight : -$0.weight }.sorted()
  }

  /// Whether a chain of equal ids leads from one record to the other.
  private func areLinked(
    _ one: SourceRecord,
    _ other: SourceRecord,
    by records: [SourceRecord]
  ) -> Bool {
    var known = Set(one.entity.ids)
    for _ in records {
      for record in records where !known.isDisjoint(with: record.entity.ids) {
        known.formUnion(record.entity.ids)
      }
    }
    return !known.isDisjoint(with: other.entity.ids)
  }
}
