package import BusProtocol
import EntityResolution
package import MusicModel

/// A user verdict as stored. Verdicts apply in the order of their list.
package struct StoredVerdict: Hashable, Sendable {
  package var relation: UserVerdict.Relation
  package var a: EntityID
  package var b: EntityID
  /// Milliseconds since 1970, if known.
  package var saidMs: Int?
  /// For "same": further pairs of ids by which one source separated the two entities at that time.
  ///
  /// Without them, the verdict would join two records, but not the two entities.
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
  /// Every id in the verdict.
  var ids: [EntityID] { [a, b] + also.flatMap { [$0.a, $0.b] } }

  func mentions(_ ids: [EntityID]) -> Bool { self.ids.contains(where: ids.contains) }

  /// Adds the pairs of ids by which the two entities were separated until now.
  mutating func addPairs(of ids: [EntityID], and others: [EntityID]) {
    var namespaces = Set([a, b].map(\.namespace)).count == 1 ? Set([a.namespace]) : []
    for one in ids where namespaces.insert(one.namespace).inserted {
      guard let other = others.first(where: { $0.namespace == one.namespace }), other != one else {
        continue
      }
      also.append(Pair(a: one, b: other))
    }
  }

  /// All pairs of ids that the verdict is about.
  ///
  /// Of two entities that are the same, all ids are: a source that returns only some of them must not
  /// show the entity twice.
  var pairs: [Pair] {
    let one = Pair(a: a, b: b)
    guard relation == .same else { return [one] + also }
    return [one] + also.flatMap { $0.a == a ? [$0] : [$0, Pair(a: a, b: $0.a)] }
  }

  /// The verdict as sent to clients.
  func report(at unixMs: Int?) -> UserVerdict {
    let ageMs = unixMs.flatMap { now in saidMs.map { max(0, now - $0) } }
    return UserVerdict(relation, a, b, ageMs: ageMs)
  }

  /// The verdict as a clause: `itunes:artist:1 and audiodb:artist:2 are the same`.
  var clause: String { "\(a) and \(b) are \(relation == .same ? "the same" : "different")" }
}

extension [StoredVerdict] {
  /// The verdicts in the form that matching uses.
  var constraints: UserVerdicts {
    UserVerdicts(
      enumerated().flatMap { index, verdict in
        verdict.pairs.map { pair in
          UserVerdicts.Entry(
            verdict.relation,
            pair.a,
            pair.b,
            sequence: index
          )
        }
      }
    )
  }

  /// A sentence for each verdict that is ignored because later ones contradict it.
  var conflicts: [String] {
    var seen: Set<Int> = []
    return constraints.conflicts.compactMap { conflict in
      guard seen.insert(conflict.ignored.sequence).inserted,
        indices.contains(conflict.ignored.sequence)
      else { return nil }
      let reasons = Set(conflict.because.map(\.sequence)).sorted().filter(indices.contains)
        .map { self[$0].clause }
      return "Ignored: \(self[conflict.ignored.sequence].clause). Later verdicts contradict it: "
        + "\(reasons.joined(separator: ", "))."
    }
  }
}
