package import BusProtocol
import Catalog
package import MusicModel

/// A person's verdict as it is kept; the order in which they were said is the order of the list.
package struct KeptVerdict: Hashable, Sendable {
  package var relation: PersonVerdict.Relation
  package var a: EntityID
  package var b: EntityID
  /// In milliseconds since 1970, where known.
  package var saidMs: Int?

  package init(
    _ relation: PersonVerdict.Relation,
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

extension KeptVerdict {
  func isAbout(_ ids: [EntityID]) -> Bool { ids.contains(a) || ids.contains(b) }

  /// As a client is told.
  func told(at nowMs: Int?) -> PersonVerdict {
    let ageMs = nowMs.flatMap { now in saidMs.map { max(0, now - $0) } }
    return PersonVerdict(relation, a, b, ageMs: ageMs)
  }

  /// In the words of a sentence: `itunes:artist:1 and audiodb:artist:2 are the same`.
  var words: String { "\(a) and \(b) are \(relation == .same ? "the same" : "different")" }
}

extension [KeptVerdict] {
  var book: VerdictBook {
    VerdictBook(
      enumerated().map { place, verdict in
        VerdictBook.Entry(
          verdict.relation == .same ? .same : .different,
          verdict.a,
          verdict.b,
          sequence: place
        )
      }
    )
  }

  /// A sentence for each verdict that is not followed, because a later one says otherwise.
  var conflicts: [String] {
    book.conflicts.compactMap { conflict in
      guard indices.contains(conflict.ignored.sequence) else { return nil }
      let reasons = conflict.because.compactMap { entry in
        indices.contains(entry.sequence) ? self[entry.sequence].words : nil
      }
      return "Not followed: that \(self[conflict.ignored.sequence].words). Later it was said that "
        + "\(reasons.joined(separator: ", and that "))."
    }
  }
}
