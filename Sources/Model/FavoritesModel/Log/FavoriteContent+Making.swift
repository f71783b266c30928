internal import JSON
package import MusicModel

extension FavoriteContent {
  /// The snapshot of an entity, without what belongs to the list that it came from.
  ///
  /// Nothing for what cannot be a favourite: a chart, or an entity over the limit of size.
  package init?(_ entity: Entity) { self.init(entity, unknownMembers: []) }

  /// The same, with members of the line that this version does not know.
  init?(_ entity: Entity, unknownMembers: [UInt8]) {
    let entity = entity.forSnapshot
    guard entity.kind != .chart, let text = try? JSONCodec.encode(entity) else { return nil }
    self.init(entity, text: text, unknownMembers: unknownMembers)
  }

  /// The snapshot of an entity with the members of this JSON instead of its own.
  init?(entity: Entity, json: JSONValue, unknownMembers: [UInt8] = []) {
    guard entity.kind != .chart, var members = json.members else { return nil }
    let entity = entity.forSnapshot
    for name in EntityMerge.listMembers { members[name] = nil }
    members["kind"] = .string(entity.kind.rawValue)
    members["id"] = .string(entity.id.description)
    members["ids"] = .array(entity.ids.map { .string($0.description) })
    let text = EncodedJSON(.object(members)).bytes
    self.init(entity, text: text, unknownMembers: unknownMembers)
  }

  private init?(_ entity: Entity, text: [UInt8], unknownMembers: [UInt8]) {
    guard text.count <= FavoriteLimits.maxEntityBytes else { return nil }
    var writer = JSONWriter(reserving: text.count + 256)
    writer.add(text: entity.displayName)
    let nameEnd = writer.bytes.count
    writer.open(.array)
    for id in entity.ids {
      writer.separate()
      writer.add(text: id.description)
    }
    writer.close(.array)
    let idsEnd = writer.bytes.count
    writer.add(json: text)
    self.init(
      kind: entity.kind,
      in: writer.bytes,
      name: 0..<nameEnd,
      ids: nameEnd..<idsEnd,
      entity: idsEnd..<writer.bytes.count,
      unknownMembers: unknownMembers
    )
  }

  /// The snapshot as JSON; an empty object if it cannot be read.
  var json: JSONValue { (try? JSONValue(Array(entityText), .wire)) ?? [:] }
}

extension Entity {
  /// The entity without members of the list that contains it, and with sorted ids.
  fileprivate var forSnapshot: Entity {
    switch self {
    case .artist(let artist): .artist(artist.forSnapshot)
    case .album(let album): .album(album.forSnapshot)
    case .song(let song): .song(song.forSnapshot)
    case .chart: self
    }
  }
}

extension MusicEntity {
  fileprivate var forSnapshot: Self {
    var entity = withoutListMembers
    for name in EntityMerge.listMembers { entity.extra[name] = nil }
    entity.ids = Array(Set(ids + [id])).sorted()
    entity.id = entity.ids.first ?? id
    return entity
  }
}
