internal import EntityResolution
internal import Glibc
internal import MusicModel
internal import SQLite

/// A page of rows, and the number of all.
struct IndexPage<Item: Sendable>: Sendable {
  var items: [Item]
  var total: Int
}

/// What calls read.
extension Tables {
  private static let songTables = """
    files f JOIN folders d ON d.id = f.folder LEFT JOIN albums a ON a.key = f.album
    """
  /// Further hits are not counted.
  private static let maxHits = 1000

  /// Finds songs, albums or artists by the words of their names; those with the fewest others come first.
  ///
  /// The last word may be the beginning of one, unless the texts are complete.
  private func hits(
    _ table: String,
    _ texts: [String],
    isComplete: Bool
  ) throws(DatabaseError) -> [Int] {
    let words = texts.flatMap { FoldedName($0).words.split(separator: " ") }
    guard !words.isEmpty else { return [] }
    var terms = words.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    if !isComplete { terms[terms.count - 1] += "*" }
    return try rows(
      """
      SELECT id FROM (SELECT rowid AS id, words FROM \(table) WHERE \(table) MATCH ? LIMIT \(Tables.maxHits))
      ORDER BY length(words), id
      """,
      [.text(terms.joined(separator: " "))]
    ) { $0.integer(0) }
  }

  func songs(
    named texts: [String],
    isComplete: Bool,
    _ page: PageBounds
  ) throws(DatabaseError) -> IndexPage<Song> {
    let found = try hits("songWords", texts, isComplete: isComplete)
    return try self.page(found, page) { row throws(DatabaseError) in
      try songs("f.id = ?", [.integer(row)]).first
    }
  }

  func albums(
    named texts: [String],
    isComplete: Bool,
    _ page: PageBounds
  ) throws(DatabaseError) -> IndexPage<Album> {
    let found = try hits("albumWords", texts, isComplete: isComplete)
    return try self.page(found, page) { row throws(DatabaseError) in
      try albums("id = ?", [.integer(row)]).first
    }
  }

  func artists(
    named texts: [String],
    isComplete: Bool,
    _ page: PageBounds
  ) throws(DatabaseError) -> IndexPage<Artist> {
    let found = try hits("artistWords", texts, isComplete: isComplete)
    return try self.page(found, page) { row throws(DatabaseError) in
      try artists("id = ?", [.integer(row)]).first
    }
  }

  private func page<Item>(
    _ rows: [Int],
    _ bounds: PageBounds,
    _ item: (Int) throws(DatabaseError) -> Item?
  ) throws(DatabaseError) -> IndexPage<Item> {
    var items: [Item] = []
    for row in rows.dropFirst(bounds.offset).prefix(bounds.limit) {
      if let found = try item(row) { items.append(found) }
    }
    return IndexPage(items: items, total: rows.count)
  }

  /// A song with the URL of its file.
  func song(_ uid: String) throws(DatabaseError) -> Song? {
    var song = try songs("f.uid = ?", [.text(uid)]).first
    let paths = try rows(
      "SELECT root, path, name FROM files f JOIN folders d ON d.id = f.folder WHERE uid = ?",
      [.text(uid)]
    ) { Tables.path($0.bytes(0), $0.bytes(1), $0.bytes(2)) }
    song?.file = paths.first.map(FileURL.file)
    return song
  }

  /// The song in the file at an absolute path, also if the path or that of the music folder leads over links.
  func song(at path: [UInt8]) throws(DatabaseError) -> Song? {
    let slash = UInt8(ascii: "/")
    let roots = try rows("SELECT DISTINCT root FROM folders") { $0.bytes(0) }
    for path in [path] + [Tables.realPath(path)].compactMap(\.self) {
      for root in roots {
        for start in [root] + [Tables.realPath(root)].compactMap(\.self) {
          let start = start == [slash] ? start : start + [slash]
          guard path.starts(with: start) else { continue }
          let names = path.dropFirst(start.count).split(separator: slash)
          guard let name = names.last else { continue }
          let uids = try rows(
            """
            SELECT uid FROM files f JOIN folders d ON d.id = f.folder
            WHERE root = ? AND path = ? AND name = ? AND uid IS NOT NULL
            """,
            [
              .bytes(root), .bytes(Array(names.dropLast().joined(separator: [slash]))),
              .bytes(Array(name)),
            ]
          ) { $0.text(0) }
          if let uid = uids.first { return try songs("f.uid = ?", [.text(uid)]).first }
        }
      }
    }
    return nil
  }

  /// The path with links resolved; `nil` if it leads nowhere, or is the same.
  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    return bytes == path ? nil : bytes
  }

  func album(_ uid: String) throws(DatabaseError) -> Album? {
    try albums("uid = ?", [.text(uid)]).first
  }

  func artist(_ uid: String) throws(DatabaseError) -> Artist? {
    try artists("uid = ?", [.text(uid)]).first
  }

  /// The songs of an album in its order.
  func songs(ofAlbum uid: String, _ page: PageBounds) throws(DatabaseError) -> IndexPage<Song> {
    let items = try songs(
      "a.uid = ? ORDER BY disc, track, f.name LIMIT ? OFFSET ?",
      [.text(uid), .integer(page.limit), .integer(page.offset)]
    )
    let total = try rows(
      "SELECT count(*) FROM files f JOIN albums a ON a.key = f.album WHERE a.uid = ? AND f.uid IS NOT NULL",
      [.text(uid)]
    ) { $0.integer(0) }.first
    return IndexPage(items: items, total: total ?? items.count)
  }

  /// The albums that an artist is credited with; nobody is with one by "Various Artists".
  private static let ownAlbums = """
    SELECT DISTINCT f.album FROM credits c JOIN files f ON f.id = c.file JOIN albums a ON a.key = f.album
    WHERE isOfAlbum = 1 AND c.artist = (SELECT id FROM artists WHERE uid = ?1) AND a.artist <> '\(variousArtists)'
    """

  /// The albums by an artist.
  func albums(ofArtist uid: String, _ page: PageBounds) throws(DatabaseError) -> IndexPage<Album> {
    try albums("\(Tables.ownAlbums) ORDER BY f.album", [.text(uid)], page)
  }

  /// The albums by other artists with songs that are credited to an artist.
  func albums(withArtist uid: String, _ page: PageBounds) throws(DatabaseError) -> IndexPage<Album>
  {
    try albums(
      """
      SELECT DISTINCT album FROM credits c JOIN files f ON f.id = c.file
      WHERE isOfAlbum = 0 AND album <> '' AND c.artist = (SELECT id FROM artists WHERE uid = ?1)
        AND album NOT IN (\(Tables.ownAlbums))
      ORDER BY album
      """,
      [.text(uid)],
      page
    )
  }

  /// The albums of a page whose keys a query selects.
  private func albums(
    _ query: String,
    _ values: [Statement.Value],
    _ page: PageBounds
  ) throws(DatabaseError) -> IndexPage<Album> {
    let keys = try rows(query, values) { $0.text(0) }
    var albums: [Album] = []
    for key in keys.dropFirst(page.offset).prefix(page.limit) {
      albums += try self.albums("key = ?", [.text(key)])
    }
    return IndexPage(items: albums, total: keys.count)
  }

  /// The songs that are credited to an artist, by date and album.
  func songs(ofArtist uid: String, _ page: PageBounds) throws(DatabaseError) -> IndexPage<Song> {
    let credited = """
      f.id IN (SELECT file FROM credits
        WHERE isOfAlbum = 0 AND artist = (SELECT id FROM artists WHERE uid = ?))
      """
    let items = try songs(
      "\(credited) ORDER BY f.date, f.album, disc, track, f.name LIMIT ? OFFSET ?",
      [.text(uid), .integer(page.limit), .integer(page.offset)]
    )
    let total = try rows("SELECT count(*) FROM files f WHERE \(credited)", [.text(uid)]) {
      $0.integer(0)
    }
    return IndexPage(items: items, total: total.first ?? items.count)
  }

  /// The artists with an album, or a song without album, by name.
  func artists(_ page: PageBounds) throws(DatabaseError) -> IndexPage<Artist> {
    let condition = """
      folded <> ? AND EXISTS (
        SELECT 1 FROM credits c JOIN files f ON f.id = c.file
        WHERE c.artist = artists.id AND (isOfAlbum = 1 OR album = ''))
      """
    let various = Statement.Value.text(FoldedName(Tables.variousArtists).words)
    let items = try artists(
      "\(condition) ORDER BY folded, id LIMIT ? OFFSET ?",
      [various, .integer(page.limit), .integer(page.offset)]
    )
    let total = try rows("SELECT count(*) FROM artists WHERE \(condition)", [various]) {
      $0.integer(0)
    }
    return IndexPage(items: items, total: total.first ?? items.count)
  }

  /// All albums by title.
  func albums(_ page: PageBounds) throws(DatabaseError) -> IndexPage<Album> {
    let items = try albums(
      "true ORDER BY title COLLATE NOCASE, id LIMIT ? OFFSET ?",
      [.integer(page.limit), .integer(page.offset)]
    )
    let total = try rows("SELECT count(*) FROM albums") { $0.integer(0) }
    return IndexPage(items: items, total: total.first ?? items.count)
  }

  private func songs(_ condition: String, _ values: [Statement.Value]) throws(DatabaseError)
    -> [Song]
  {
    let found = try rows(
      "SELECT \(SongColumn.list) FROM \(Tables.songTables) WHERE f.uid IS NOT NULL AND \(condition)",
      values
    ) { row in (Song(files: row), row.integer(SongColumn.row)) }
    var songs: [Song] = []
    for case (var song?, let row) in found {
      let credited = try creditedArtists("file = \(row) AND isOfAlbum = 0")
      song.artist?.id = credited.count == 1 ? credited[0].id : nil
      song.artists.insert(contentsOf: credited.inOrder(of: song.artist?.name ?? ""), at: 0)
      // One artist is the line itself.
      if song.artists.count == 1, song.artists[0].role == nil { song.artists = [] }
      songs.append(song)
    }
    return songs
  }

  private func albums(_ condition: String, _ values: [Statement.Value]) throws(DatabaseError)
    -> [Album]
  {
    let found = try rows("SELECT \(AlbumColumn.list) FROM albums WHERE \(condition)", values) {
      row in
      (Album(files: row), row.integer(AlbumColumn.row))
    }
    var albums: [Album] = []
    for case (var album?, let row) in found {
      if album.artist?.name != Tables.variousArtists {
        let credited = try creditedArtists(
          """
          isOfAlbum = 1 AND file =
            (SELECT f.id FROM files f JOIN albums a ON a.key = f.album
             WHERE a.id = \(row) AND f.uid IS NOT NULL AND a.artist IN (f.albumArtist, f.artist)
             ORDER BY f.albumArtist <> a.artist, disc, track, f.name LIMIT 1)
          """
        )
        album.artist?.id = credited.count == 1 ? credited[0].id : nil
        album.artists = credited.count > 1 ? credited.inOrder(of: album.artist?.name ?? "") : []
      }
      albums.append(album)
    }
    return albums
  }

  /// The artists that are credited, in no order.
  private func creditedArtists(_ condition: String) throws(DatabaseError) -> [CreditedArtist] {
    let statement = try database.prepare(
      "SELECT uid, name FROM credits JOIN artists ON artists.id = credits.artist WHERE \(condition) LIMIT 20"
    )
    var artists: [CreditedArtist] = []
    try statement.run([]) {
      artists.append(CreditedArtist(id: FileID.id(.artist, $0.text(0)), name: $0.text(1)))
    }
    return artists
  }

  private func artists(_ condition: String, _ values: [Statement.Value]) throws(DatabaseError)
    -> [Artist]
  {
    try rows("SELECT \(ArtistColumn.list) FROM artists WHERE \(condition)", values) { row in
      Artist(files: row)
    }.compactMap(\.self)
  }
}

/// Where a page begins, and how long it may be.
struct PageBounds: Hashable, Sendable {
  var offset = 0
  var limit = 200
}

/// The places of files, for pictures and previews.
extension Tables {
  /// A file that a picture or a preview is read from.
  struct Place: Hashable, Sendable {
    var path: [UInt8]
    /// The picture in its folder; empty without one.
    var picture: [UInt8]
  }

  /// The places of a song or the first songs of an album.
  func places(_ kind: EntityKind, _ uid: String) throws(DatabaseError) -> [Place] {
    try rows(
      """
      SELECT root, path, f.name, d.picture FROM \(Tables.songTables)
      WHERE \(kind == .album ? "a.uid" : "f.uid") = ? AND isAvailable = 1 AND f.uid IS NOT NULL
      ORDER BY pictures = 0, disc, track LIMIT 8
      """,
      [.text(uid)]
    ) { row in
      let (root, path, picture) = (row.bytes(0), row.bytes(1), row.bytes(3))
      return Place(
        path: Tables.path(root, path, row.bytes(2)),
        picture: picture.isEmpty ? [] : Tables.path(root, path, picture)
      )
    }
  }
}
