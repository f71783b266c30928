import MusicModel

/// Sorts records into clusters of which each is one thing.
struct Clustering {
  let comparing: Comparing

  /// The clusters as indices into the records, which are sorted.
  func clusters(of records: [SourceRecord]) -> [[Int]] {
    var clusters = records.indices.map { [$0] }
    var home = Array(records.indices)
    var blocks: [String: [Int]] = [:]
    for (index, record) in records.enumerated() {
      blocks[FoldedName(record.entity.displayName).words, default: []].append(index)
      for id in record.entity.ids { blocks[id.description, default: []].append(index) }
    }
    for key in blocks.keys.sorted() {
      let block = blocks[key] ?? []
      for (place, left) in block.enumerated() {
        for right in block[..<place] where home[left] != home[right] {
          guard comparing.compare(records[left], records[right]).verdict == .same,
            agree(clusters[home[left]], clusters[home[right]], records)
          else { continue }
          let (into, from) = (min(home[left], home[right]), max(home[left], home[right]))
          for index in clusters[from] { home[index] = into }
          clusters[into] = (clusters[into] + clusters[from]).sorted()
          clusters[from] = []
        }
      }
    }
    return clusters.filter { !$0.isEmpty }
  }

  private func agree(_ one: [Int], _ other: [Int], _ records: [SourceRecord]) -> Bool {
    one.allSatisfy { left in
      other.allSatisfy { right in
        comparing.compare(records[left], records[right]).verdict != .different
      }
    }
  }
}
