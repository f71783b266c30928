internal import MusicModel
internal import ProviderKit
internal import SQLite

/// This provider's URLs of pictures and sounds, which contain no path, and those of files.
enum FileURL {
  static let host = "files.invalid"

  static func picture(_ kind: EntityKind, _ uid: String, stamp: Int) -> [Artwork] {
    stamp == 0
      ? []
      : [Artwork(url: "https://\(host)/picture/\(kind.rawValue)/\(uid)/\(stamp)", role: .cover)]
  }

  /// The URL of a file, of any bytes.
  static func file(_ path: [UInt8]) -> String {
    "file://"
      + path.map { byte in
        let isPlain =
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "/-._~".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
      }.joined()
  }

  /// The path in the URL of a file; `nil` for any other text.
  static func path(_ url: String) -> [UInt8]? {
    let start = "file:///"
    guard url.hasPrefix(start) else { return nil }
    var path = [UInt8(ascii: "/")]
    var rest = Array(url.utf8)[start.utf8.count...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        path.append(value)
        rest.removeFirst(2)
      } else {
        path.append(byte)
      }
    }
    return path
  }

  static func preview(_ uid: String) -> String { "https://\(host)/preview/song/\(uid)" }

  /// The parts of the path of a URL: `picture`, `album` and an id.
  static func parts(_ url: String) -> (what: String, kind: EntityKind, uid: String)? {
    let start = "https://\(host)/"
    let parts = url.hasPrefix(start) ? url.dropFirst(start.count).split(separator: "/") : []
    guard parts.count >= 3, let kind = EntityKind(rawValue: String(parts[1])) else { return nil }
    return (String(parts[0]), kind, String(parts[2]))
  }
}

extension Song {
  /// The columns are those of `Tables.songColumns`.
  init?(files row: Statement.Row) {
    let (uid, artist, album) = (row.text(0), row.text(2), row.text(3))
    guard let id = FileID.id(.song, uid) else { return nil }
    self.init(
      id: id,
      title: row.text(1),
      artist: artist.isEmpty ? nil : ArtistReference(name: artist)
    )
    if !album.isEmpty {
      self.album = AlbumReference(id: FileID.id(.album, row.text(17)), title: album)
    }
    releaseDate = PartialDate(row.text(4))
    (discNumber, trackNumber) = (row.integer(5).nonZero, row.integer(6).nonZero)
    durationMs = row.integer(7).nonZero
    genres = ColumnList.texts(row.text(8))
    add(ColumnList.texts(row.text(9)).map { EntityID($0) })
    let guessed = FileTags.Guesses(rawValue: row.integer(10))
    self.guessed = guessed.isDisjoint(with: [.title, .artist]) ? nil : true
    let (pictures, ofFolder, stamp) = (row.integer(11), row.integer(12), row.integer(13))
    artwork = FileURL.picture(.song, uid, stamp: pictures > 0 ? stamp : ofFolder)
    let name = TagText.name(row.bytes(15))
    unavailable = row.integer(14) == 0
    if row.integer(14) == 1, Preview.isPossible(name, bytes: row.integer(16)) {
      previewURL = FileURL.preview(uid)
    }
  }
}

extension Album {
  /// The columns are those of `Tables.albumColumns`.
  init?(files row: Statement.Row) {
    let (uid, artist) = (row.text(0), row.text(2))
    guard let id = FileID.id(.album, uid) else { return nil }
    self.init(
      id: id,
      title: row.text(1),
      artist: artist.isEmpty ? nil : ArtistReference(name: artist)
    )
    releaseDate = PartialDate(row.text(3))
    let (kind, label) = (row.text(4), row.text(5))
    albumKind = kind.isEmpty ? nil : AlbumKind(rawValue: kind)
    self.label = label.isEmpty ? nil : label
    genres = ColumnList.texts(row.text(6))
    add(ColumnList.texts(row.text(7)).map { EntityID($0) })
    trackCount = row.integer(8).nonZero
    artwork = FileURL.picture(.album, uid, stamp: row.integer(9))
    guessed = row.integer(10) == 1 ? true : nil
    unavailable = row.integer(12) == 0
  }
}

extension Artist {
  /// The columns are those of `Tables.artistColumns`.
  init?(files row: Statement.Row) {
    guard let id = FileID.id(.artist, row.text(0)) else { return nil }
    self.init(id: id, name: row.text(1))
    add(ColumnList.texts(row.text(2)).map { EntityID($0) })
    guessed = row.integer(3) == 1 ? true : nil
    unavailable = row.integer(4) == 0
  }
}

extension Int {
  fileprivate var nonZero: Int? { self == 0 ? nil : self }
}
