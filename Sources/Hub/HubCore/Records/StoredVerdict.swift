package import BusProtocol
import EntityResolution
package import MusicModel

/// A person's verdict as it is kept; the order in which they were said is the order of the list.
package struct StoredVerdict: Hashable, Sendable {
  package var relation: UserVerdict.Relation
  package var a: EntityID
  package var b: EntityID
  /// In milliseconds since 1970, where known.
  package var saidMs: Int?
  /// Of "the same": other ids by which one source told the two apart when it was said. Without them
  /// the word would join two records, and not the two things of which the person spoke.
  package var also: [Pair] = []

  /// Two ids of one namespace.
  package struct Pair: Hashable, Sendable {
    package var a: EntityID
    package var b: EntityID

    package init(a: EntityID, b: EntityID) {
      self.a = a
      self.b = b
    }
  }

  package init(
    _ relation: UserVerdict.Relation,
    _ a: EntityID,
    _ b: EntityID,
    saidMs: Int? = nil
  ) {
    self.relation = relation
    self.a = a
    self.b = b
    self.saidMs = saidMs
  }
}

extension StoredVerdict {
  /// Every id that it speaks of.
  var ids: [EntityID] { [a, b] + also.flatMap { [$0.a, $0.b] } }

  func isAbout(_ ids: [EntityID]) -> Bool { self.ids.contains(where: ids.contains) }

  /// Notes by which ids the two were told apart until now.
  mutating func cover(_ ids: [EntityID], and others: [EntityID]) {
    var namespaces = Set([a, b].map(\.namespace)).count == 1 ? Set([a.namespace]) : []
    for one in ids where namespaces.insert(one.namespace).inserted {
      guard let other = others.first(where: { $0.namespace == one.namespace }), other != one else {
        continue
      }
      also.append(Pair(a: one, b: other))
    }
  }

  /// As a client is told.
  func told(at nowMs: Int?) -> UserVerdict {
    let ageMs = nowMs.flatMap { now in saidMs.map { max(0, now - $0) } }
    return UserVerdict(relation, a, b, ageMs: ageMs)
  }

  /// In the words of a sentence: `itunes:artist:1 and audiodb:artist:2 are the same`.
  var words: String { "\(a) and \(b) are \(relation == .same ? "the same" : "different")" }
}

extension [StoredVerdict] {
  var book: UserVerdicts {
    UserVerdicts(
      enumerated().flatMap { place, verdict in
        ([StoredVerdict.Pair(a: verdict.a, b: verdict.b)] + verdict.also).map { pair in
          UserVerdicts.Entry(
            verdict.relation == .same ? .same : .different,
            pair.a,
            pair.b,
            sequence: place
          )
        }
      }
    )
  }

  /// A sentence for each verdict that is not followed, because a later one says otherwise.
  var conflicts: [String] {
    var told: Set<Int> = []
    return book.conflicts.compactMap { conflict in
      guard told.insert(conflict.ignored.sequence).inserted,
        indices.contains(conflict.ignored.sequence)
      else { return nil }
      let reasons = Set(conflict.because.map(\.sequence)).sorted().filter(indices.contains)
        .map { self[$0].words }
      return "Not followed: that \(self[conflict.ignored.sequence].words). Later it was said that "
        + "\(reasons.joined(separator: ", and that "))."
    }
  }
}
