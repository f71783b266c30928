import BusProtocol
@testable import EntityResolution
import MusicModel
import TestKit
import Testing

@Suite("Merging many records")
struct ManyRecordsTests {
  /// A source lists one song with all its reissues, each with its own id.
  @Test("hundreds of records of one song become one song, with few comparisons per record")
  func oneSong() {
    let records = (0..<400).map { number in
      hayloft("store-\(number % 2)", "store:song:\(number)")
    }
    #expect(Catalog.merge(records).map(\.records.count) == [400])
    let weighed = comparisons(of: records)
    #expect(weighed.ofCandidates <= 12 * 400)
    #expect(weighed.ofClusters <= 4 * 400, "not all pairs, which are eighty thousand")
  }

  @Test("equal records are compared once per fingerprint")
  func fewLooks() {
    let records = (0..<300).map { number in
      hayloft("store", "store:song:\(number)", length: number % 3 == 0 ? 182 : 183)
    }
    #expect(Catalog.merge(records).map(\.records.count) == [300])
    #expect(comparisons(of: records).ofClusters <= 8 * 300)
  }

  @Test("a conflict with one record is a conflict with all of its fingerprint")
  func oneOtherIsExcluded() {
    let many = (0..<60).map { hayloft("store", "store:song:\($0)") }
    let other = song(
      "store",
      "store:song:stranger",
      title: "Hayloft",
      by: "Mother Mother",
      on: "O My Heart",
      length: 240,
      track: 9
    )
    let between = song(
      "other",
      "other:song:1",
      title: "Hayloft",
      by: "Mother Mother",
      on: "O My Heart"
    )
    #expect(Catalog.compare(many[0], other).decision == .different)
    #expect(Catalog.compare(between, many[0]).decision == .same)
    #expect(Catalog.compare(between, other).decision == .same)
    let alone = groups(Catalog.merge(many + [other, between])).filter {
      $0.contains("store:song:stranger")
    }
    #expect(alone.containsOnly { $0.count <= 2 }, "the one between joins only one side")
  }

  @Test("a shared id joins two different records, but not others with their fingerprints")
  func idsOfOne() {
    let one = hayloft("store", "store:song:1", "isrc-less:song:9")
    let similar = hayloft("store", "store:song:2")
    let linked = song(
      "other",
      "other:song:1",
      "isrc-less:song:9",
      title: "ヘイロフト",
      by: "マザー・マザー"
    )
    let merged = groups(Catalog.merge([one, similar, linked]))
    #expect(merged.contains { $0.contains("other:song:1") && $0.contains("store:song:1") })
    #expect(merged == groups(Catalog.merge([linked, similar, one])))
  }

  private func hayloft(_ source: String, _ ids: String..., length: Int = 182) -> SourceRecord {
    var record = song(
      source,
      ids[0],
      title: "Hayloft",
      by: "Mother Mother",
      on: "O My Heart",
      length: length,
      track: 4
    )
    if case .song(var song) = record.entity {
      song.ids = ids.map { id($0) }
      record.entity = .song(song)
    }
    return record
  }

  /// The number of scored pairs.
  private func comparisons(of records: [SourceRecord]) -> (ofCandidates: Int, ofClusters: Int) {
    let matcher = matcher(of: records)
    let candidates = CandidatePairs(of: matcher)
    return (candidates.comparisons, Clusters(of: matcher, candidates).comparisons)
  }
}
