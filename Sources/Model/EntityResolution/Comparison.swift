import MusicModel

/// The decision about a pair of records.
package enum MatchDecision: String, Hashable, Sendable {
  case same
  case different
  /// A possible match: too little evidence.
  case undecided
}

/// The result of comparing two records, with the evidence.
package struct Comparison: Hashable, Sendable {
  package var verdict: MatchDecision
  /// The heaviest first.
  package var reasons: [Reason]

  /// The sum of the weights for and against.
  package var points: Int {
    reasons.reduce(0) { $0 + ($1.side == .for ? $1.weight : -$1.weight) }
  }
}

/// Evidence for or against two records being the same.
package struct Reason: Hashable, Sendable {
  package enum Side: String, Hashable, Sendable {
    case `for`
    case against
  }

  package var side: Side
  /// The weight; 100 or more decides alone.
  package var weight: Int
  /// A description for users.
  package var text: String
}

extension Comparison {
  init(_ evidence: Evidence, _ one: Entity, _ other: Entity) {
    if one.kind != other.kind {
      let text = "One is \(one.kind.rawValue), the other \(other.kind.rawValue)."
      self.init(
        verdict: .different,
        reasons: [Reason(side: .against, weight: Weights.id, text: text)]
      )
    } else {
      let reasons = evidence.items.map { Reason($0, one, other) }
      self.init(
        verdict: MatchDecision(points: evidence.points),
        reasons: reasons.sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }
      )
    }
  }
}

extension MatchDecision {
  init(points: Int) {
    self =
      if points >= Weights.same {
        .same
      } else if points <= Weights.different {
        .different
      } else {
        .undecided
      }
  }
}
