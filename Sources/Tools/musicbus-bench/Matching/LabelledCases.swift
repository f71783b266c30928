import BusProtocol
import EntityResolution
import FoundationEssentials
import JSON
import MusicModel

/// Labelled records that are hard to match, as several sources write them. The records of a case are matched with each other, as if
/// one search had returned them.
struct LabelledCase {
  /// What is hard about it: `namesakes`, `re-recordings`, …
  let kind: String
  let name: String
  private(set) var records: [SourceRecord] = []
  /// The entity of each record.
  private(set) var truth: [String] = []
  private var lines: [String] = []
  /// The provider that did not reply to the search before; `nil` without one.
  var missesFirst: ProviderID?

  private struct Row: Decodable {
    let kind, `case`, entity: String
    let provider: ProviderID
    let record: EncodedJSON
  }

  /// Reads the cases of a file: `{"kind":…,"case":…,"entity":…,"provider":…,"record":…}`, a line per record. The records of a case
  /// follow one another.
  static func read(path: String) throws -> [LabelledCase] {
    var cases: [LabelledCase] = []
    try LineFile.read(path) { _, line in
      let row = try JSONCodec.decode(Row.self, from: line)
      if cases.last?.name != row.case || cases.last?.kind != row.kind {
        cases.append(LabelledCase(kind: row.kind, name: row.case))
      }
      let entity = try JSONCodec.decode(Entity.self, from: row.record.bytes)
      cases[cases.count - 1].records.append(SourceRecord(provider: row.provider, entity: entity))
      cases[cases.count - 1].truth.append(row.entity)
      cases[cases.count - 1].lines.append(String(decoding: row.record.bytes, as: UTF8.self))
    }
    return cases
  }

  /// The pairs of its records.
  var pairs: [Pair] {
    records.indices.flatMap { other in
      (0..<other).map { Pair(one: $0, other: other, areSame: truth[$0] == truth[other]) }
    }
  }

  struct Pair {
    var one: Int
    var other: Int
    var areSame: Bool
  }

  /// Which pairs of records are joined if all are matched together.
  func joined() -> (Pair) -> Bool {
    var clusters: [Int] = records.indices.map { -1 - $0 }
    for (cluster, entity) in Catalog.merge(records, links: links).enumerated() {
      for record in entity.records {
        for index in records.indices where records[index].entity.id == record.entity.id {
          clusters[index] = cluster
        }
      }
    }
    return { clusters[$0.one] == clusters[$0.other] }
  }

  /// What the hub knows from the search before.
  private var links: KnownLinks {
    var links = KnownLinks()
    guard let missesFirst else { return links }
    let known = Catalog.merge(records.filter { $0.provider != missesFirst })
    links.add(records) { id in
      known.first { $0.entity.ids.contains(id) }.map {
        KnownLinks.Entity(ids: $0.entity.ids, records: $0.records)
      }
    }
    return links
  }

  /// Which pairs of records are the same if each is compared alone.
  func compared() -> (Pair) -> Bool {
    { Catalog.compare(records[$0.one], records[$0.other]).decision == .same }
  }

  func text(_ record: Int) -> String {
    "\(truth[record]) \(records[record].provider) \(lines[record])"
  }
}
