import MusicModel

/// Brings a snapshot up to date: what the newer one tells replaces what the older one told, and
/// what it does not tell stays. So a snapshot is never emptied.
enum SnapshotMerge {
  /// What belongs to a list and not to the entity.
  static let membersOfLists = [
    "favorite", "rank", "provenance", "fav", "added", "refreshed", "note", "members",
  ]

  /// The older content with all that the newer one knows; nothing where that is the same.
  static func refreshed(_ old: FavoriteContent, with new: FavoriteContent) -> FavoriteContent? {
    guard let entity = new.entity, old.kind == new.kind else { return nil }
    let json = united(old.json, new.json)
    let ids = old.ids + new.ids
    guard
      let content = FavoriteContent(
        entity: entity.with(ids: ids),
        json: json,
        unknownMembers: old.unknownMembers
      ),
      content.entityText != old.entityText
    else { return nil }
    return content
  }

  /// Whether the newer one tells something that the older one does not tell at all.
  static func addsMembers(_ old: FavoriteContent, _ new: FavoriteContent) -> Bool {
    let known = old.json.members ?? [:]
    let ids = Set(old.ids)
    return !new.ids.allSatisfy(ids.contains)
      || (new.json.members ?? [:]).contains { name, value in
        known[name] == nil && !value.isEmpty && !membersOfLists.contains(name)
      }
  }

  /// Several favourites that are the same entity, as one: the newest snapshot counts most.
  static func united(_ members: [FavoriteRecord]) -> Entity? {
    let contents = members.sorted { ($0.contentAt, $0.fav) < ($1.contentAt, $1.fav) }
      .compactMap(\.content)
    guard var content = contents.first else { return nil }
    for next in contents.dropFirst() { content = refreshed(content, with: next) ?? content }
    return content.entity
  }

  private static func united(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
    guard var members = old.members, let newMembers = new.members else { return new }
    for (name, value) in newMembers where !value.isEmpty {
      let known = members[name]
      members[name] = name == "links" ? known.map { united($0, value) } ?? value : value
    }
    return .object(members)
  }
}

extension JSONValue {
  /// Whether it tells nothing.
  fileprivate var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    case .bool, .integer, .number: false
    }
  }
}

extension Entity {
  fileprivate func with(ids: [EntityID]) -> Entity {
    switch self {
    case .artist(var artist):
      artist.ids = ids
      return .artist(artist)
    case .album(var album):
      album.ids = ids
      return .album(album)
    case .song(var song):
      song.ids = ids
      return .song(song)
    case .chart: return self
    }
  }
}
