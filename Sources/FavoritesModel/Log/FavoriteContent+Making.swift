package import MusicModel

extension FavoriteContent {
  /// The snapshot of an entity, without what belongs to the list that it came from.
  ///
  /// Nothing for what cannot be a favourite: a chart, or an entity over the limit of size.
  package init?(_ entity: Entity) {
    guard let text = try? JSONText.write(entity),
      let json = try? JSONText.read(JSONValue.self, text)
    else { return nil }
    self.init(entity: entity, json: json)
  }

  /// The snapshot of an entity that was read from this JSON, of which every member is kept.
  init?(entity: Entity, json: JSONValue, unknownMembers: [UInt8] = []) {
    guard entity.kind != .chart, var members = json.members else { return nil }
    for name in SnapshotMerge.membersOfLists { members[name] = nil }
    let ids = Array(Set(entity.ids)).sorted()
    guard let id = ids.first else { return nil }
    members["kind"] = .string(entity.kind.rawValue)
    members["id"] = .string(id.description)
    members["ids"] = .array(ids.map { .string($0.description) })
    guard let entityText = try? JSONText.write(JSONValue.object(members)),
      entityText.count <= FavoriteLimits.entityBytesMax,
      let name = try? JSONText.write(entity.displayName),
      let idsText = try? JSONText.write(ids)
    else { return nil }
    self.init(
      kind: entity.kind,
      in: name + idsText + entityText,
      name: 0..<name.count,
      ids: name.count..<name.count + idsText.count,
      entity: name.count + idsText.count..<name.count + idsText.count + entityText.count,
      unknownMembers: unknownMembers
    )
  }

  /// The snapshot as JSON; an empty object where it cannot be read.
  var json: JSONValue { (try? JSONText.read(JSONValue.self, entityText)) ?? [:] }
}
