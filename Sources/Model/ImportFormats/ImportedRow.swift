package import FavoritesModel
package import MusicModel

/// A row of a file: what it says about one artist, album or song.
package struct ImportedRow: Hashable, Sendable {
  /// The position in the file, from 1.
  package var number: Int
  package var kind: EntityKind
  /// The ids of the row, the most trusted first.
  package var ids: [EntityID] = []
  /// The name or title; empty if only ids are known.
  package var name = ""
  package var artist = ""
  package var artistID: EntityID?
  package var album = ""
  package var albumID: EntityID?
  package var durationMs: Int?
  package var discNumber: Int?
  package var trackNumber: Int?
  package var releaseDate: PartialDate?
  package var label: String?
  package var added: Timestamp?
  package var note: String?
  /// Whether the row has a link that was not read.
  var hasLink = false
  /// Why it is nothing to import, if the file says so.
  var isNothing: SkipReason?

  init(_ number: Int, _ kind: EntityKind) { (self.number, self.kind) = (number, kind) }

  /// A line that describes it.
  package var text: String {
    [artist, name].filter { !$0.isEmpty }.joined(separator: " - ")
  }

  /// Why it cannot be imported; `nil` if it can.
  var skipReason: SkipReason? {
    isNothing ?? (ids.isEmpty && name.isEmpty ? .empty : nil)
  }

  enum Key: Hashable {
    case id(EntityID)
    case names(EntityKind, String, String, String)
  }

  /// Equal keys are one favourite.
  var key: Key {
    ids.first.map(Key.id)
      ?? .names(kind, name.lowercased(), artist.lowercased(), album.lowercased())
  }

  /// The row as an entity; `nil` if it has no name. Without an id, it has one that only numbers the row.
  package var entity: Entity? {
    guard !name.isEmpty, let id = ids.first ?? placeholder else { return nil }
    let reference = artist.isEmpty ? nil : ArtistReference(id: artistID, name: artist)
    switch kind {
    case .artist:
      var entity = Artist(id: id, name: name)
      entity.ids = ids.isEmpty ? [id] : ids
      return .artist(entity)
    case .album:
      var entity = Album(id: id, title: name, artist: reference)
      entity.ids = ids.isEmpty ? [id] : ids
      (entity.releaseDate, entity.label) = (releaseDate, label)
      return .album(entity)
    case .song:
      var entity = Song(id: id, title: name, artist: reference)
      entity.ids = ids.isEmpty ? [id] : ids
      if !album.isEmpty { entity.album = AlbumReference(id: albumID, title: album) }
      (entity.durationMs, entity.releaseDate) = (durationMs, releaseDate)
      (entity.discNumber, entity.trackNumber) = (discNumber, trackNumber)
      return .song(entity)
    case .chart: return nil
    }
  }

  private var placeholder: EntityID? {
    EntityID(namespace: "row", type: kind.rawValue, value: "\(number)")
  }
}

extension ImportedRow {
  /// Sets the names of a song, without the words by which programs say that they do not know them.
  mutating func setNames(_ name: String, by artist: String, on album: String = "") {
    self.name = ImportedRow.known(name)
    self.artist = ImportedRow.known(artist)
    self.album = ImportedRow.known(album)
  }

  private static let placeholders: Set<String> = [
    "undefined", "null", "unknown artist", "unknown track", "unknown album", "<untagged>",
    "[unknown]", "<unknown>",
  ]

  private static func known(_ text: String) -> String {
    let text = text.trimmed
    return placeholders.contains(text.lowercased()) ? "" : text
  }

  /// Splits `Artist - Title`, where a title stands for both.
  mutating func splitName() {
    guard artist.isEmpty, let (artist, title) = ImportedRow.split(name) else { return }
    (self.artist, name) = (artist, title)
  }

  /// The texts before and after the first dash between spaces.
  static func split(_ text: String) -> (String, String)? {
    for dash in [" - ", " – ", " — "] {
      guard let range = text.firstRange(of: dash) else { continue }
      let (artist, title) = (text[..<range.lowerBound].trimmed, text[range.upperBound...].trimmed)
      if !artist.isEmpty, !title.isEmpty { return (artist, title) }
    }
    return nil
  }

  /// Whether an artist stands for several, so that it is none of a song's.
  static func isVarious(_ name: String) -> Bool {
    ["various artists", "various", "verschiedene", "artisti vari", "varios artistas"]
      .contains(name.trimmed.lowercased())
  }
}
