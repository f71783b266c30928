import MusicModel

/// Updates snapshots. Members of the newer one replace those of the older one, and members that it
/// lacks stay.
enum EntityMerge {
  /// Members that belong to a list, not to the entity.
  static let listMembers: Set<String> = {
    let members = EntityKind.allCases.flatMap(\.memberDescriptions).filter(\.member.isOfList)
    return Set(
      members.map(\.name) + ["provenance", "fav", "added", "refreshed", "note", "members"]
    )
  }()

  /// The older content with all members of the newer one, or `nil` if that changes nothing.
  static func refreshed(_ old: FavoriteContent, with new: FavoriteContent) -> FavoriteContent? {
    let content = overlaid(new, on: old, old.json, old.unknownMembers)
    return content?.entityText == old.entityText ? nil : content
  }

  /// Our content with members that only the other one has, or `nil` if that changes nothing.
  static func completed(_ ours: FavoriteContent, with other: FavoriteContent) -> FavoriteContent? {
    let nonempty = other.json.members?.filter { !$0.value.isEmpty } ?? [:]
    let content = overlaid(ours, on: other, .object(nonempty), ours.unknownMembers)
    return content?.entityText == ours.entityText ? nil : content
  }

  private static func overlaid(
    _ top: FavoriteContent,
    on base: FavoriteContent,
    _ json: JSONValue,
    _ unknownMembers: [UInt8]
  ) -> FavoriteContent? {
    guard let entity = top.entity, base.kind == top.kind else { return nil }
    return FavoriteContent(
      entity: entity.with(ids: base.ids + top.ids),
      json: combined(json, top.json),
      unknownMembers: unknownMembers
    )
  }

  /// Whether the newer content has members that the older one lacks.
  static func addsMembers(_ old: FavoriteContent, _ new: FavoriteContent) -> Bool {
    let known = old.json.members ?? [:]
    let ids = Set(old.ids)
    return !new.ids.allSatisfy(ids.contains)
      || (new.json.members ?? [:]).contains { name, value in
        known[name] == nil && !value.isEmpty && !listMembers.contains(name)
      }
  }

  /// Several favourites of the same entity as one; the newest snapshot takes precedence.
  static func combined(_ members: [FavoriteRecord]) -> Entity? {
    let contents = members.sorted { ($0.contentAt, $0.fav) < ($1.contentAt, $1.fav) }
      .compactMap(\.content)
    guard var content = contents.first else { return nil }
    for next in contents.dropFirst() { content = refreshed(content, with: next) ?? content }
    return content.entity
  }

  private static func combined(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
    guard var members = old.members, let newMembers = new.members else { return new }
    for (name, value) in newMembers where !value.isEmpty {
      guard let known = members[name], name == "links" || agree(known, value) else {
        members[name] = value
        continue
      }
      members[name] = combined(known, value)
    }
    return .object(members)
  }

  /// Whether two objects have no conflicting member, such as two references to one artist. One of
  /// them may lack the id.
  private static func agree(_ one: JSONValue, _ other: JSONValue) -> Bool {
    guard let one = one.members, let other = other.members else { return false }
    return one.allSatisfy { name, value in other[name].map { $0 == value } ?? true }
  }
}

extension JSONValue {
  /// Whether the value is empty.
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
