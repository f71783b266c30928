package import MusicModel

/// What persons said of which ids are the same and which are not. It wins over all evidence.
package struct VerdictBook: Hashable, Sendable {
  /// One person's word on two ids.
  package struct Entry: Hashable, Sendable, Codable {
    package enum Relation: String, Hashable, Sendable, Codable {
      case same
      case different
    }

    package var relation: Relation
    package var a: EntityID
    package var b: EntityID
    /// When it was said, relative to the others: of two that contradict each other the one with
    /// the higher number counts.
    package var sequence: Int

    package init(_ relation: Relation, _ a: EntityID, _ b: EntityID, sequence: Int) {
      self.relation = relation
      self.a = a
      self.b = b
      self.sequence = sequence
    }
  }

  package static let empty = VerdictBook([])

  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The latest word on two entities that are known by these ids.
  func relation(_ left: [EntityID], _ right: [EntityID]) -> Entry.Relation? {
    entries.filter { entry in
      (left.contains(entry.a) && right.contains(entry.b))
        || (left.contains(entry.b) && right.contains(entry.a))
    }
    .max { $0.sequence < $1.sequence }?.relation
  }
}
