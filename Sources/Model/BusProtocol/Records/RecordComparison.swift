public import MusicModel

/// What the evidence says of two records.
public struct RecordComparison: Hashable, Sendable, Codable {
  /// A record by who told it and under which id.
  public struct Name: Hashable, Sendable, Codable {
    public var provider: ProviderID
    public var id: EntityID

    public init(provider: ProviderID, id: EntityID) {
      self.provider = provider
      self.id = id
    }
  }

  /// What comes of the reasons.
  public enum Decision: String, Hashable, Sendable, Codable, CaseIterable {
    case same
    case different
    /// Not enough to tell.
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
    /// How much it counts.
    public var weight: Int
    /// A sentence for a person.
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
  /// What speaks for it less what speaks against it.
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
