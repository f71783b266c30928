public import MusicModel

/// A value and who said it.
public struct ValueReport: Hashable, Sendable, Codable {
  public var value: JSONValue
  public var provider: ProviderID
  /// The id of the record in which it stood.
  public var record: EntityID
  /// The time since it was fetched, in milliseconds, if known.
  public var ageMs: Int?

  public init(value: JSONValue, provider: ProviderID, record: EntityID, ageMs: Int? = nil) {
    self.value = value
    self.provider = provider
    self.record = record
    self.ageMs = ageMs
  }
}

/// The provenance of one member of an entity.
public struct FieldProvenance: Hashable, Sendable, Codable {
  public var value: JSONValue
  public var provider: ProviderID
  public var record: EntityID
  public var ageMs: Int?
  /// The values of other records, best first.
  public var alternatives: [ValueReport]?

  /// Makes it of the value that is shown and those that are not.
  public init(_ shown: ValueReport, alternatives: [ValueReport] = []) {
    value = shown.value
    provider = shown.provider
    record = shown.record
    ageMs = shown.ageMs
    self.alternatives = alternatives.isEmpty ? nil : alternatives
  }

  /// The value that is shown.
  public var shown: ValueReport {
    ValueReport(value: value, provider: provider, record: record, ageMs: ageMs)
  }
}
