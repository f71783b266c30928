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
  private let namePart: Part
  private let idsPart: Part
  private let entityPart: Part
  /// Members of the line that this version does not know, `"a":1,"b":2`.
  let unknownMembers: [UInt8]

  /// A part of the bytes.
  private struct Part {
    let start: UInt32
    let end: UInt32

    init(_ range: Range<Int>) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    var range: Range<Int> { Int(start)..<Int(end) }
  }

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
    namePart = Part(name)
    idsPart = Part(ids)
    entityPart = Part(entity)
    self.unknownMembers = unknownMembers
  }

  /// As JSON: a string.
  var nameText: ArraySlice<UInt8> { bytes[namePart.range] }
  /// As JSON: an array of strings.
  var idsText: ArraySlice<UInt8> { bytes[idsPart.range] }
  /// As JSON: an object.
  package var entityText: ArraySlice<UInt8> { bytes[entityPart.range] }

  package var name: String { JSONText.string(bytes, namePart.range) ?? "" }

  package var ids: [EntityID] {
    idTexts().compactMap { EntityID($0) }
  }

  /// The ids as texts, not looked into.
  func idTexts() -> [String] {
    var cursor = JSONCursor(bytes, idsPart.range, dialect: .document)
    var texts: [String] = []
    do throws(JSONError) {
      try cursor.open(.array)
      while let element = try cursor.nextElement() {
        if let text = JSONText.stringBytes(bytes, element) {
          texts.append(String(decoding: text, as: UTF8.self))
        }
      }
    } catch {
      // The reader has looked at it already.
      return texts
    }
    return texts
  }

  /// The parsed snapshot. If it is invalid, an entity with the name and ids; `nil` without a valid
  /// id.
  package var entity: Entity? {
    if let entity: Entity = try? JSONCodec.decode(from: Array(entityText)), entity.kind == kind {
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
