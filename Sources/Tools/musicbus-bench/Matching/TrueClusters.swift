import EntityResolution
import FoundationEssentials
import MusicModel

/// The cluster of each record of a file.
struct Clustering {
  /// By the number of the record.
  private(set) var clusters: [Int: Int] = [:]

  init(of entities: [MergedEntity]) {
    for (cluster, entity) in entities.enumerated() {
      for record in entity.records {
        if let number = Int(record.entity.id.value) { clusters[number] = cluster }
      }
    }
  }

  /// `source<TAB>id<TAB>cluster`, a line for each record.
  func text(_ songs: SongLines) -> String {
    var text = ""
    for (number, name) in songs.names.enumerated() {
      text += "\(name.source)\t\(name.id)\t\(clusters[number] ?? -1)\n"
    }
    return text
  }
}

/// The true clusters: `source<TAB>id<TAB>cluster`, one line per record.
struct TrueClusters {
  private struct Record: Hashable {
    var source: String
    var id: String
  }

  private var clusters: [Record: String] = [:]

  init(path: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count >= 3 else { continue }
      clusters[Record(source: String(fields[0]), id: String(fields[1]))] = String(fields[2])
    }
  }

  /// Two records that are together and should not be, or the other way round.
  struct Disagreement {
    var one: Int
    var other: Int
    var together: Bool
  }

  /// The true cluster of a record, if it is known.
  func cluster(of number: Int, _ songs: SongLines) -> String? {
    clusters[Record(source: songs.names[number].source, id: songs.names[number].id)]
  }

  func disagreements(with clustering: Clustering, _ songs: SongLines) -> [Disagreement] {
    var groups: [String: [Int]] = [:]
    for (number, name) in songs.names.enumerated() {
      let truth = clusters[Record(source: name.source, id: name.id)] ?? "alone \(number)"
      groups["true " + truth, default: []].append(number)
      groups["found \(clustering.clusters[number] ?? -1 - number)", default: []].append(number)
    }
    func group(_ number: Int) -> String? {
      clusters[Record(source: songs.names[number].source, id: songs.names[number].id)]
    }
    return groups.sorted { $0.key < $1.key }.flatMap { key, members in
      members.indices.flatMap { index in
        members[..<index].compactMap { one -> Disagreement? in
          let other = members[index]
          let together = clustering.clusters[one] == clustering.clusters[other]
          let shouldBe = group(one) == group(other)
          guard together != shouldBe, together == key.hasPrefix("found") else { return nil }
          return Disagreement(one: one, other: other, together: together)
        }
      }
    }
  }

  /// Returns the share of found pairs that are true, and of true pairs that were found.
  func score(of clustering: Clustering, _ songs: SongLines) -> Score {
    struct Both: Hashable {
      var truth: String
      var found: Int
    }
    var truth: [String: Int] = [:]
    var found: [Int: Int] = [:]
    var both: [Both: Int] = [:]
    for (number, name) in songs.names.enumerated() {
      guard let cluster = clusters[Record(source: name.source, id: name.id)] else { continue }
      let clusterNumber = clustering.clusters[number] ?? -1 - number
      truth[cluster, default: 0] += 1
      found[clusterNumber, default: 0] += 1
      both[Both(truth: cluster, found: clusterNumber), default: 0] += 1
    }
    func pairs(_ counts: some Sequence<Int>) -> Int { counts.reduce(0) { $0 + $1 * ($1 - 1) / 2 } }
    return Score(right: pairs(both.values), found: pairs(found.values), there: pairs(truth.values))
  }
}

/// The quality of a clustering, in pairs.
struct Score {
  var right: Int
  var found: Int
  var there: Int

  var precision: Double { found == 0 ? 1 : Double(right) / Double(found) }
  var sensitivity: Double { there == 0 ? 1 : Double(right) / Double(there) }
  var f1: Double {
    right == 0 ? 0 : 2 * precision * sensitivity / (precision + sensitivity)
  }

  var text: String {
    let values = [precision, sensitivity, f1].map { fixed($0, digits: 4) }
    return "precision \(values[0]) recall \(values[1]) F1 \(values[2])"
  }
}
