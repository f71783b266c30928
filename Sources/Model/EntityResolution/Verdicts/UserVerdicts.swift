package import MusicModel

/// The user verdicts: which ids are the same and which are different. They override all evidence, whether
/// or not any source currently lists these ids.
package struct UserVerdicts: Hashable, Sendable {
  /// A verdict on two ids.
  package struct Entry: Hashable, Sendable, Codable {
    package enum Relation: String, Hashable, Sendable, Codable {
      case same
      case different
    }

    package var relation: Relation
    package var a: EntityID
    package var b: EntityID
    /// The order of verdicts: if entries conflict, the highest number counts.
    package var sequence: Int

    package init(_ relation: Relation, _ a: EntityID, _ b: EntityID, sequence: Int) {
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

  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.precedes($1) }
  }

  /// The entries that contradict later ones: "A is B, B is C, but A is not C".
  package var conflicts: [Conflict] { VerdictClusters(self).conflicts }
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
