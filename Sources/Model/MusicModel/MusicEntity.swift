/// The common members of artists, albums, songs and charts.
public protocol MusicEntity: MemberVisitable {
  static var kind: EntityKind { get }
  var id: EntityID { get set }
  var ids: [EntityID] { get set }
  /// The name or title for users.
  var displayName: String { get }
  var extra: [String: JSONValue] { get set }
  /// Writes the members that this version knows, in the order of their names.
  func writeMembers(_ json: inout JSONWriter)
}

extension MusicEntity {
  /// The entity with its id among its ids.
  var withOwnID: Self {
    guard !ids.contains(id) else { return self }
    var entity = self
    entity.ids.insert(id, at: 0)
    return entity
  }
}
