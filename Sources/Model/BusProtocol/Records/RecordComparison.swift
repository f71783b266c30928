public import MusicModel

/// The evidence for and against a match of two records.
public struct RecordComparison: Hashable, Sendable, Codable {
  /// A record, by its provider and id.
  public struct Name: Hashable, Sendable, Codable {
    public var provider: ProviderID
    public var id: EntityID

    public init(provider: ProviderID, id: EntityID) {
      self.provider = provider
      self.id = id
    }
  }

  /// The conclusion from the evidence.
  public enum Decision: String, Hashable, Sendable, Codable, CaseIterable {
    case same
    case different
    /// The evidence is not sufficient.
    case undecided
  }

  /// One piece of evidence.
  public struct Reason: Hashable, Sendable, Codable {
    /// For or against the two being the same.
    public enum Side: String, Hashable, Sendable, Codable, CaseIterable {
      case `for`
      case against
    }

    public var side: Side
    /// The score of this reason.
    public var weight: Int
    /// A sentence for users.
    public var text: String

    public init(side: Side, weight: Int, text: String) {
      self.side = side
      self.weight = weight
      self.text = text
    }
  }

  public var a: Name
  public var b: Name
  public var decision: Decision
  /// The sum of the scores, for and against.
  public var points: Int
  /// The weightiest first.
  public var reasons: [Reason]?

  public init(a: Name, b: Name, decision: Decision, points: Int, reasons: [Reason]? = nil) {
    self.a = a
    self.b = b
    self.decision = decision
    self.points = points
    self.reasons = reasons
  }
}
