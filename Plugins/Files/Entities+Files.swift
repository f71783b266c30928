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

/// What is read of each row, in the order of the query: its names in SQL.
protocol ReadColumn: CaseIterable, Equatable, RawRepresentable<String> {}

extension ReadColumn {
  /// The columns of the query.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  fileprivate var position: Int32 {
    Int32(Self.allCases.prefix { $0 != self }.count)
  }
}

extension Statement.Row {
  func integer(_ column: some ReadColumn) -> Int { integer(column.position) }

  fileprivate func text(_ column: some ReadColumn) -> String { text(column.position) }
  fileprivate func bytes(_ column: some ReadColumn) -> [UInt8] { bytes(column.position) }
}

enum SongColumn: String, ReadColumn {
  case uid = "f.uid", title = "f.title", artist = "f.artist", album = "albumTitle", date = "f.date"
  case disc, track, durationMs, genres = "f.genres", ids = "songIDs", guessed, pictures,
    contributors
  /// When the picture of its folder was changed.
  case pictureStamp
  case stamp, isAvailable, name = "f.name", size, albumUID = "a.uid", row = "f.id"
}

extension Song {
  init?(files row: Statement.Row) {
    let (uid, artist, album) = (
      row.text(SongColumn.uid), row.text(SongColumn.artist), row.text(SongColumn.album)
    )
    guard let id = FileID.id(.song, uid) else { return nil }
    self.init(
      id: id,
      title: row.text(SongColumn.title),
      artist: artist.isEmpty ? nil : ArtistReference(name: artist)
    )
    if !album.isEmpty {
      let id = FileID.id(.album, row.text(SongColumn.albumUID))
      self.album = AlbumReference(id: id, title: album)
    }
    releaseDate = PartialDate(row.text(SongColumn.date))
    discNumber = row.integer(SongColumn.disc).nonZero
    trackNumber = row.integer(SongColumn.track).nonZero
    durationMs = row.integer(SongColumn.durationMs).nonZero
    genres = ColumnList.texts(row.text(SongColumn.genres))
    add(ColumnList.texts(row.text(SongColumn.ids)).map { EntityID($0) })
    artists = ColumnList.texts(row.text(SongColumn.contributors)).compactMap { text in
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      return parts.count == 2 ? CreditedArtist(name: parts[1], role: parts[0]) : nil
    }
    let guessed = FileTags.Guesses(rawValue: row.integer(SongColumn.guessed))
    self.guessed = guessed.isDisjoint(with: [.title, .artist]) ? nil : true
    let hasPicture = row.integer(SongColumn.pictures) > 0
    let stamp = row.integer(hasPicture ? SongColumn.stamp : .pictureStamp)
    artwork = FileURL.picture(.song, uid, stamp: stamp)
    let isAvailable = row.integer(SongColumn.isAvailable) == 1
    unavailable = !isAvailable
    let name = TagText.name(row.bytes(SongColumn.name))
    if isAvailable, Preview.isPossible(name, bytes: row.integer(SongColumn.size)) {
      previewURL = FileURL.preview(uid)
    }
  }
}

private let featuring: Set = ["feat", "feat.", "ft", "ft.", "featuring"]

extension [CreditedArtist] {
  /// The artists as a line credits them: `A & B (feat. C)`. Those after "feat." are featured; those whom it does not name are last.
  func inOrder(of line: String) -> [CreditedArtist] {
    let letters = Array<Character>(line)
    var places: [(range: Range<Int>, artist: CreditedArtist)] = []
    var last: [CreditedArtist] = []
    // A name may be a part of a longer one.
    for artist in sorted(by: { ($1.name.count, $0.name) < ($0.name.count, $1.name) }) {
      let name = Array<Character>(artist.name)
      let range = letters.places(of: name).first { range in
        !places.contains { $0.range.overlaps(range) }
      }
      if let range { places.append((range, artist)) } else { last.append(artist) }
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    let ends = places.dropFirst().map(\.range.lowerBound) + [letters.count]
    var isFeatured = false
    for (index, end) in zip(places.indices, ends) {
      if isFeatured { places[index].artist.role = "featured" }
      let join = TagText.cleaned(String(letters[places[index].range.upperBound..<end]))
      // What follows the last name closes a bracket, or is no part of the credit.
      let isClosing = join.map { $0 == ")" || $0 == "]" } ?? false
      places[index].artist.join = index + 1 < places.count || isClosing ? join : nil
      let words = join?.lowercased().split { " ,;([".contains($0) } ?? []
      isFeatured = isFeatured || words.contains { featuring.contains(String($0)) }
    }
    return places.map(\.artist) + last
  }
}

extension [Character] {
  /// Where a name stands in it, in any case.
  fileprivate func places(of name: [Character]) -> [Range<Int>] {
    guard !name.isEmpty, name.count <= count else { return [] }
    return (0...count - name.count).map { $0..<$0 + name.count }.filter { range in
      zip(self[range], name).allSatisfy { $0 == $1 || $0.lowercased() == $1.lowercased() }
    }
  }
}

enum AlbumColumn: String, ReadColumn {
  case uid, title, artist, date, kind, label, genres, ids, trackCount, picture, isGuessed
  case row = "id"
  case isAvailable =
    "EXISTS (SELECT 1 FROM files WHERE album = albums.key AND isAvailable = 1)"
}

extension Album {
  init?(files row: Statement.Row) {
    let (uid, artist) = (row.text(AlbumColumn.uid), row.text(AlbumColumn.artist))
    guard let id = FileID.id(.album, uid) else { return nil }
    self.init(
      id: id,
      title: row.text(AlbumColumn.title),
      artist: artist.isEmpty ? nil : ArtistReference(name: artist)
    )
    releaseDate = PartialDate(row.text(AlbumColumn.date))
    let (kind, label) = (row.text(AlbumColumn.kind), row.text(AlbumColumn.label))
    albumKind = kind.isEmpty ? nil : AlbumKind(rawValue: kind)
    self.label = label.isEmpty ? nil : label
    genres = ColumnList.texts(row.text(AlbumColumn.genres))
    add(ColumnList.texts(row.text(AlbumColumn.ids)).map { EntityID($0) })
    trackCount = row.integer(AlbumColumn.trackCount).nonZero
    artwork = FileURL.picture(.album, uid, stamp: row.integer(AlbumColumn.picture))
    guessed = row.integer(AlbumColumn.isGuessed) == 1 ? true : nil
    unavailable = row.integer(AlbumColumn.isAvailable) == 0
  }
}

enum ArtistColumn: String, ReadColumn {
  case uid, name, ids, isGuessed
  case isAvailable =
    "EXISTS (SELECT 1 FROM credits c JOIN files f ON f.id = c.file WHERE c.artist = artists.id AND isAvailable = 1)"
}

extension Artist {
  init?(files row: Statement.Row) {
    guard let id = FileID.id(.artist, row.text(ArtistColumn.uid)) else { return nil }
    self.init(id: id, name: row.text(ArtistColumn.name))
    add(ColumnList.texts(row.text(ArtistColumn.ids)).map { EntityID($0) })
    guessed = row.integer(ArtistColumn.isGuessed) == 1 ? true : nil
    unavailable = row.integer(ArtistColumn.isAvailable) == 0
  }
}

extension Int {
  fileprivate var nonZero: Int? { self == 0 ? nil : self }
}
