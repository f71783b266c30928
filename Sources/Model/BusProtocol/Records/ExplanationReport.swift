public import MusicModel

/// Why an entity is what it is: the answer of `records.explain` (specification, chapter
/// "Explanations, verdicts and policy").
public struct ExplanationReport: Hashable, Sendable, Codable {
  /// What one provider says of the entity.
  public struct Record: Hashable, Sendable, Codable {
    public var provider: ProviderID
    public var entity: Entity
    /// How long ago it was fetched, in milliseconds, where known.
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
    public var keptApartBy: RecordComparison?

    public init(
      entity: Entity,
      nearest: RecordComparison,
      keptApartBy: RecordComparison? = nil
    ) {
      self.entity = entity
      self.nearest = nearest
      self.keptApartBy = keptApartBy
    }
  }

  public var entity: Entity
  /// All that it is made of.
  public var records: [Record]
  /// Every two of its records.
  public var joins: [RecordComparison]?
  /// Where the value of each member comes from, by the member's name.
  public var fields: [String: FieldProvenance]?
  /// What nearly joined, the nearest first.
  public var neighbors: [Neighbor]?
  /// What persons said of its ids.
  public var verdicts: [UserVerdict]?

  public init(entity: Entity, records: [Record]) {
    self.entity = entity
    self.records = records
  }
}
