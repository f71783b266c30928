/// What the evidence says of two records.
package enum MatchDecision: String, Hashable, Sendable {
  case same
  case different
  /// Not enough to tell.
  case undecided
}

/// The outcome of comparing two records, with all that led to it.
package struct Comparison: Hashable, Sendable {
  package var verdict: MatchDecision
  /// The weightiest first.
  package var reasons: [Reason]

  /// What speaks for it less what speaks against it.
  package var points: Int {
    reasons.reduce(0) { $0 + ($1.side == .for ? $1.weight : -$1.weight) }
  }
}

/// One piece of evidence for or against two records being the same.
package struct Reason: Hashable, Sendable {
  package enum Side: String, Hashable, Sendable {
    case `for`
    case against
  }

  package var side: Side
  /// How much it counts; 100 and more decides alone.
  package var weight: Int
  /// A sentence for a person.
  package var text: String
}
