internal import JSON
package import MusicModel

/// The snapshot of an artist, album or song, as JSON text.
///
/// The text is stored as in the document, including unknown members, and parsed on demand. Name and
/// ids are separate, because they are needed for every favourite.
package struct FavoriteContent: Sendable {
  package let kind: EntityKind
  /// The bytes of all parts: usually the whole document, shared by all its favourites.
  private let bytes: [UInt8]
  private let nameRange: Range<Int>
  private let idsRange: Range<Int>
  private let entityRange: Range<Int>
  /// Members of the line that this version does not know, `"a":1,"b":2`.
  let unknownMembers: [UInt8]

  /// Takes over parts of a line. `name` must be a string, `ids` an array of strings.
  init(
    kind: EntityKind,
    in bytes: [UInt8],
    name: Range<Int>,
    ids: Range<Int>,
    entity: Range<Int>,
    unknownMembers: [UInt8] = []
  ) {
    self.kind = kind
    self.bytes = bytes
    nameRange = name
    idsRange = ids
    entityRange = entity
    self.unknownMembers = unknownMembers
  }

  /// As JSON: a string.
  var nameText: ArraySlice<UInt8> { bytes[nameRange] }
  /// As JSON: an array of strings.
  var idsText: ArraySlice<UInt8> { bytes[idsRange] }
  /// As JSON: an object.
  package var entityText: ArraySlice<UInt8> { bytes[entityRange] }

  package var name: String { JSONText.string(bytes, nameRange) ?? "" }

  package var ids: [EntityID] {
    idTexts().compactMap { EntityID($0) }
  }

  /// The ids as texts, not parsed.
  func idTexts() -> [String] {
    var cursor = JSONCursor(bytes, idsRange, dialect: .document)
    var texts: [String] = []
    do throws(JSONError) {
      try cursor.open(.array)
      while let element = try cursor.nextElement() {
        if let text = JSONText.stringBytes(bytes, element) {
          texts.append(String(decoding: text, as: UTF8.self))
        }
      }
    } catch {
      // The reader has checked it already.
      return texts
    }
    return texts
  }

  /// The parsed snapshot. If it is invalid, an entity with the name and ids; `nil` without a valid
  /// id.
  package var entity: Entity? {
    // Without the type, the compiler takes an optional one, which is read in a slower way.
    if let entity = try? JSONCodec.decode(Entity.self, from: Array(entityText)), entity.kind == kind
    {
      return entity
    }
    let ids = self.ids.sorted()
    guard let id = ids.first else { return nil }
    switch kind {
    case .artist: return .artist(with(ids, Artist(id: id, name: name)))
    case .album: return .album(with(ids, Album(id: id, title: name)))
    case .song: return .song(with(ids, Song(id: id, title: name)))
    case .chart: return .chart(with(ids, Chart(id: id, title: name)))
    }
  }

  private func with<Value: MusicEntity>(_ ids: [EntityID], _ entity: Value) -> Value {
    var entity = entity
    entity.ids = ids
    return entity
  }
}

extension FavoriteContent: Hashable {
  package static func == (left: FavoriteContent, right: FavoriteContent) -> Bool {
    left.kind == right.kind && left.entityText == right.entityText
      && left.nameText == right.nameText && left.idsText == right.idsText
      && left.unknownMembers == right.unknownMembers
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(entityText) }

  /// An arbitrary but deterministic order, for two snapshots with one timestamp.
  func precedes(_ other: FavoriteContent) -> Bool {
    entityText.lexicographicallyPrecedes(other.entityText)
  }
}

extension FavoriteContent {
  /// The snapshot of an entity, without what belongs to the list that it came from.
  ///
  /// `nil` if it cannot be a favourite: a chart, or an entity over the limit of size.
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
