public import MusicModel

/// Which of several entities a description means, such as the row of a file.
public struct EntityMatch: Hashable, Sendable, Codable {
  /// The conclusion from the evidence.
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// The first candidate is the entity.
    case matched
    /// One of the candidates may be it: the user must decide.
    case doubtful
    /// None of them is it.
    case none
  }

  /// An entity that may be the described one.
  public struct Candidate: Hashable, Sendable, Codable {
    public var id: EntityID
    public var decision: RecordComparison.Decision
    /// The score of the evidence.
    public var points: Int
    /// The evidence, the weightiest first.
    public var reasons: [RecordComparison.Reason]?

    public init(
      _ id: EntityID,
      _ decision: RecordComparison.Decision,
      points: Int,
      reasons: [RecordComparison.Reason]? = nil
    ) {
      (self.id, self.decision, self.points, self.reasons) = (id, decision, points, reasons)
    }

    /// The evidence for and against, one fragment each: `+ same length`, `− another artist`.
    public var fragments: [String] {
      (reasons ?? []).map { "\($0.side == .for ? "+" : "−") \($0.text)" }
    }
  }

  public var outcome: Outcome
  /// The best first.
  public var candidates: [Candidate]

  public init(_ outcome: Outcome, _ candidates: [Candidate] = []) {
    (self.outcome, self.candidates) = (outcome, candidates)
  }
}
