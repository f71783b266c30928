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

  /// Reads the cases of a file: `{"kind":…,"case":…,"entity":…,"provider":…,"record":…}`, a line per record. The records of a case
  /// follow one another.
  static func read(path: String) throws -> [LabelledCase] {
    var cases: [LabelledCase] = []
    try LineFile.read(path) { _, line in
      let members = try JSONDocument(line).root.members()
      func text(_ name: String) throws -> String {
        guard let text = try members[name]?.text() else { throw FileError("\(name) is missing") }
        return text
      }
      let (kind, name) = (try text("kind"), try text("case"))
      if cases.last?.name != name || cases.last?.kind != kind {
        cases.append(LabelledCase(kind: kind, name: name))
      }
      guard let provider = ProviderID(rawValue: try text("provider")), let json = members["record"]
      else {
        throw FileError("provider or record is missing")
      }
      let record = SourceRecord(provider: provider, entity: try Entity(json: json))
      cases[cases.count - 1].records.append(record)
      cases[cases.count - 1].truth.append(try text("entity"))
      cases[cases.count - 1].lines.append(String(decoding: json.json, as: UTF8.self))
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
    for (cluster, entity) in Catalog.merge(records).enumerated() {
      for record in entity.records {
        for index in records.indices where records[index].entity.id == record.entity.id {
          clusters[index] = cluster
        }
      }
    }
    return { clusters[$0.one] == clusters[$0.other] }
  }

  /// Which pairs of records are the same if each is compared alone.
  func compared() -> (Pair) -> Bool {
    { Catalog.compare(records[$0.one], records[$0.other]).decision == .same }
  }

  func text(_ record: Int) -> String {
    "\(truth[record]) \(records[record].provider) \(lines[record])"
  }
}
