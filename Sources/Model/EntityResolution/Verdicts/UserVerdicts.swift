package import BusProtocol
package import MusicModel

/// The user verdicts: which ids are the same and which are different. They override all evidence, whether
/// or not any source currently lists these ids.
package struct UserVerdicts: Sendable {
  /// A verdict on two ids.
  package struct Entry: Hashable, Sendable {
    package var relation: UserVerdict.Relation
    package var a: EntityID
    package var b: EntityID
    /// The order of verdicts: if entries conflict, the highest number counts.
    package var sequence: Int

    package init(
      _ relation: UserVerdict.Relation,
      _ a: EntityID,
      _ b: EntityID,
      sequence: Int
    ) {
      self.relation = relation
      self.a = a
      self.b = b
      self.sequence = sequence
    }
  }

  /// An ignored entry, and the later ones that contradict it.
  package struct Conflict: Hashable, Sendable {
    package var ignored: Entry
    package var because: [Entry]
  }

  package static let empty = UserVerdicts([])

  /// The entries in order.
  package let entries: [Entry]
  /// The ids that entries name, grouped into entities.
  let clusters: VerdictClusters
  private let members: [Int: [EntityID]]

  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.precedes($1) }
    clusters = VerdictClusters(self.entries)
    members = clusters.members
  }

  /// The entries that contradict later ones: "A is B, B is C, but A is not C".
  package var conflicts: [Conflict] { clusters.conflicts }

  /// All ids that verdicts declare the same as this one, including it; empty without such verdicts.
  package func ids(sameAs id: EntityID) -> [EntityID] {
    clusters.group(of: id).flatMap { members[$0] } ?? []
  }

  /// Whether a verdict separates two ids.
  package func areDifferent(_ one: EntityID, _ other: EntityID) -> Bool {
    guard let a = clusters.group(of: one), let b = clusters.group(of: other) else { return false }
    return clusters.areDifferent(a, b)
  }
}

extension UserVerdicts.Entry {
  /// By sequence, then by content, so that the order of reading does not matter.
  fileprivate func precedes(_ other: UserVerdicts.Entry) -> Bool {
    if sequence != other.sequence { return sequence < other.sequence }
    if relation != other.relation { return relation == .same }
    if a != other.a { return a < other.a }
    return b < other.b
  }
}
