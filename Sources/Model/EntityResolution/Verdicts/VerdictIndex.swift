import BusProtocol
import MusicModel

/// The user verdicts, applied to the records at hand.
struct VerdictIndex {
  private var clusters: VerdictClusters
  /// For ids that no verdict names, the groups of the first record that has them. Records that a verdict
  /// separates must not share an id.
  private var claims: [EntityID: [Int]] = [:]

  /// Applies verdicts to the records: ids of a record that a verdict separates are removed.
  init(_ verdicts: UserVerdicts, applyingTo records: inout [SourceRecord]) {
    clusters = verdicts.clusters
    guard !isEmpty else { return }
    for record in records { add(record.entity.ids) }
    for index in records.indices { withholdContestedIDs(of: &records[index]) }
  }

  var isEmpty: Bool { clusters.isEmpty }

  /// The groups of a record's ids; empty if no verdict is about them.
  func groups(of entity: Entity) -> [Int] {
    isEmpty ? [] : unique(entity.ids.compactMap { clusters.group(of: $0) })
  }

  /// Whether a "same" verdict made the group.
  func isJoined(_ group: Int) -> Bool { clusters.isJoined(group) }

  /// The verdict on two records with these groups, or `nil`.
  func relation(_ one: [Int], _ other: [Int]) -> UserVerdict.Relation? {
    if areDifferent(one, other) { return .different }
    return one.contains { isJoined($0) && other.contains($0) } ? .same : nil
  }

  private func areDifferent(_ one: [Int], _ other: [Int]) -> Bool {
    one.contains { first in other.contains { clusters.areDifferent(first, $0) } }
  }

  /// The groups that have or claim an id.
  private func groups(of id: EntityID) -> [Int] {
    if let group = clusters.group(of: id) { return [group] }
    return unique(claims[id, default: []].map(clusters.root))
  }

  private func unique(_ groups: [Int]) -> [Int] {
    groups.count > 1 ? Set(groups).sorted() : groups
  }

  /// Adds the ids of a record to the group of its "same" verdict. Without one, its groups claim them.
  private mutating func add(_ ids: [EntityID]) {
    let stated = unique(ids.flatMap { groups(of: $0) })
    guard !stated.isEmpty, !areDifferent(stated, stated) else { return }
    if let joined = stated.first(where: isJoined) {
      for id in ids { clusters.add(id, to: joined) }
    } else {
      for id in ids where claims[id] == nil { claims[id] = stated }
    }
  }

  /// Removes ids of a record so that no verdict separates the remaining ones. Of the contested ids, the
  /// one that its own source issued remains, or else its main id.
  private func withholdContestedIDs(of record: inout SourceRecord) {
    let ids = record.entity.ids
    let stated = unique(ids.flatMap { groups(of: $0) })
    guard areDifferent(stated, stated) else { return }
    let contested = ids.filter { areDifferent(groups(of: $0), stated) }
    let main = record.entity.id
    let own = contested.first { $0 == main } ?? contested.first(where: record.issued)
    let retained = own.map { groups(of: $0) }
    let remaining = ids.filter { !contested.contains($0) || groups(of: $0) == retained }
    if !remaining.isEmpty { record.entity.retainIDs(remaining) }
  }
}
