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
