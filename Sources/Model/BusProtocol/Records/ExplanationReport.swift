public import MusicModel

/// The explanation of an entity (Protocol/client.md, "Explanations and verdicts").
public struct ExplanationReport: Hashable, Sendable, Codable {
  /// The record of one provider.
  public struct Record: Hashable, Sendable, Codable {
    public var provider: ProviderID
    public var entity: Entity
    /// The time since it was fetched, in milliseconds, if known.
    public var ageMs: Int?

    public init(provider: ProviderID, entity: Entity, ageMs: Int? = nil) {
      self.provider = provider
      self.entity = entity
      self.ageMs = ageMs
    }
  }

  /// Another entity that might have been the same.
  public struct Neighbor: Hashable, Sendable, Codable {
    public var entity: Entity
    /// The two records that speak most for it.
    public var nearest: RecordComparison
    /// The two records that forbid it, where any two do.
    public var separatedBy: RecordComparison?

    public init(
      entity: Entity,
      nearest: RecordComparison,
      separatedBy: RecordComparison? = nil
    ) {
      self.entity = entity
      self.nearest = nearest
      self.separatedBy = separatedBy
    }
  }

  public var entity: Entity
  /// All that it is made of.
  public var records: [Record]
  /// Every two of its records.
  public var joins: [RecordComparison]?
  /// The provenance of each member, by name.
  public var fields: [String: FieldProvenance]?
  /// The near misses, the nearest first.
  public var neighbors: [Neighbor]?
  /// The user verdicts about its ids.
  public var verdicts: [UserVerdict]?

  public init(entity: Entity, records: [Record]) {
    self.entity = entity
    self.records = records
  }
}
