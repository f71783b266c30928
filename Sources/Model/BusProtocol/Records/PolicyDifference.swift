public import MusicModel

/// One member that another policy would show otherwise.
public struct PolicyDifference: Hashable, Sendable, Codable {
  public var entity: EntityID
  /// The name of the entity, for users.
  public var name: String
  /// The member's name.
  public var member: String
  public var old: ValueReport
  public var new: ValueReport

  public init(
    entity: EntityID,
    name: String,
    member: String,
    old: ValueReport,
    new: ValueReport
  ) {
    self.entity = entity
    self.name = name
    self.member = member
    self.old = old
    self.new = new
  }
}
