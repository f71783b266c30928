public import MusicModel

/// A user's verdict about two ids.
public struct UserVerdict: Hashable, Sendable, Codable {
  /// Whether they name one thing.
  public enum Relation: String, Hashable, Sendable, Codable, CaseIterable {
    case same
    case different
  }

  public var relation: Relation
  public var a: EntityID
  public var b: EntityID
  /// The age in milliseconds, if known.
  public var ageMs: Int?
  /// Whether it was taken back.
  public var undone: Bool?

  public init(_ relation: Relation, _ a: EntityID, _ b: EntityID, ageMs: Int? = nil) {
    self.relation = relation
    self.a = a
    self.b = b
    self.ageMs = ageMs
  }
}
