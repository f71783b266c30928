package import MusicModel

/// What persons said of which ids are the same and which are not. It wins over all evidence, and
/// holds whether or not any source tells of these ids at the moment.
package struct UserVerdicts: Hashable, Sendable {
  /// One person's word on two ids.
  package struct Entry: Hashable, Sendable, Codable {
    package enum Relation: String, Hashable, Sendable, Codable {
      case same
      case different
    }

    package var relation: Relation
    package var a: EntityID
    package var b: EntityID
    /// When it was said, relative to the others: of entries that contradict each other the one
    /// with the highest number counts.
    package var sequence: Int

    package init(_ relation: Relation, _ a: EntityID, _ b: EntityID, sequence: Int) {
      self.relation = relation
      self.a = a
      self.b = b
      self.sequence = sequence
    }
  }

  /// An entry that is not followed, and the later ones that contradict it.
  package struct Conflict: Hashable, Sendable {
    package var ignored: Entry
    package var because: [Entry]
  }

  package static let empty = UserVerdicts([])

  /// In the order in which they were said.
  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.precedes($1) }
  }

  /// The entries that contradict later ones: "A is B, B is C, but A is not C".
  package var conflicts: [Conflict] { VerdictClusters(self).conflicts }
}

extension UserVerdicts.Entry {
  /// By sequence; what is left open is settled by the content, so that no order of reading counts.
  fileprivate func precedes(_ other: UserVerdicts.Entry) -> Bool {
    if sequence != other.sequence { return sequence < other.sequence }
    if relation != other.relation { return relation == .same }
    if a != other.a { return a < other.a }
    return b < other.b
  }
}
