internal import EntityResolution
internal import MusicModel
internal import SQLite

/// Albums and artists, formed from the tags of their files.
extension Tables {
  /// The name that stands for several artists.
  static let variousArtists = "Various Artists"

  /// The key of the album of a file; empty if it is on none.
  ///
  /// Files of one release at MusicBrainz are one album. Others are if title, album artist and folder are the
  /// same; the folders of several discs count as one. A compilation that is marked as one may lie in those of its
  /// artists.
  static func albumKey(of tags: FileTags, folder: [UInt8]) -> String {
    guard let album = tags.album else { return "" }
    if let release = tags.release { return FileID.hash(["release", release]) }
    var parts = folder.split(separator: UInt8(ascii: "/")).map { TagText.name(Array($0)) }
    if let last = parts.last, let disc = DiscFolder(last) {
      parts.removeLast()
      if let album = disc.album { parts.append(album) }
    }
    let title = DiscFolder(album)?.album ?? album
    let artist =
      tags.albumArtist ?? (tags.isCompilation ? variousArtists : nil) ?? ""
    let names = [title, artist].map { FoldedName($0).words }
    return FileID.hash(tags.isCompilation ? ["compilation"] + names : ["folder"] + names + parts)
  }

  /// Forms the albums anew whose files have changed.
  mutating func formAlbums() throws(DatabaseError) {
    for (move, count) in movedFiles { try moveAlbum(move, count) }
    for key in touchedAlbums where !key.isEmpty { try formAlbum(key) }
    (touchedAlbums, movedFiles) = ([], [:])
  }

  /// Gives a new album the id of the one from which most of its files have been moved.
  private func moveAlbum(_ move: AlbumMove, _ count: Int) throws(DatabaseError) {
    let left =
      try rows("SELECT count(*) FROM files WHERE album = ?", [.text(move.from)]) {
        $0.integer(0)
      }.first ?? 0
    guard count >= left else { return }
    try run(
      "UPDATE OR IGNORE albums SET key = ? WHERE key = ?",
      [.text(move.to), .text(move.from)]
    )
  }

  /// A file as far as its album depends on it.
  private struct Track {
    let row: Int
    let title: String
    let artist: String
    let albumArtist: String
    let date: PartialDate?
    let disc: Int
    let total: Int
    let genres: [String]
    let label: String
    let kind: String
    let ids: [String]
    let guessed: FileTags.Guesses
    let stamp: Int
    let hasPicture: Bool
    let isCompilation: Bool

    init(_ row: Statement.Row) {
      self.row = row.integer(0)
      (title, artist, albumArtist) = (row.text(1), row.text(2), row.text(3))
      date = PartialDate(row.text(4))
      (disc, total) = (row.integer(5), row.integer(6))
      genres = ColumnList.texts(row.text(7))
      (label, kind) = (row.text(8), row.text(9))
      ids = ColumnList.texts(row.text(10))
      guessed = FileTags.Guesses(rawValue: row.integer(11))
      hasPicture = row.integer(12) > 0 || row.integer(13) > 0
      stamp = max(row.integer(14), row.integer(13))
      isCompilation = row.integer(15) == 1
    }
  }

  private func formAlbum(_ key: String) throws(DatabaseError) {
    let tracks = try rows(
      """
      SELECT f.id, albumTitle, artist, albumArtist, date, disc, trackTotal, genres, label, kind, albumIDs, guessed,
        pictures, pictureStamp, stamp, isCompilation
      FROM files f JOIN folders d ON d.id = f.folder
      WHERE album = ? AND uid IS NOT NULL ORDER BY disc, track, name
      """,
      [.text(key)],
      Track.init
    )
    let known = try rows("SELECT id FROM albums WHERE key = ?", [.text(key)]) { $0.integer(0) }
      .first
    guard let first = tracks.first else {
      guard let known else { return }
      try run("DELETE FROM albumWords WHERE rowid = ?", [.integer(known)])
      return try run("DELETE FROM albums WHERE id = ?", [.integer(known)])
    }
    let title = DiscFolder(first.title)?.album ?? first.title
    let artist = Tables.artist(of: tracks)
    let totals = Dictionary(tracks.map { (max(1, $0.disc), $0.total) }) { max($0, $1) }
    let isTotalKnown = totals.values.allSatisfy { $0 > 0 }
    let hasPicture = tracks.contains(where: \.hasPicture)
    let values: [Statement.Value] = [
      .text(title), .text(artist), .text(tracks.compactMap(\.date).min().map { "\($0)" } ?? ""),
      .text(tracks.map(\.kind).mostCommon), .text(tracks.map(\.label).mostCommon),
      .text(ColumnList.text(tracks.flatMap(\.genres).ranked.prefix(10))),
      .text(ColumnList.text(tracks.flatMap(\.ids).ranked.prefix(20))),
      .integer(isTotalKnown ? totals.values.reduce(0, +) : 0),
      .integer(hasPicture ? tracks.map(\.stamp).max() ?? 0 : 0),
      .integer(tracks.allSatisfy { !$0.guessed.isDisjoint(with: [.album, .artist]) } ? 1 : 0),
    ]
    let uid = try known == nil ? freeAlbumUID(key) : ""
    try run(
      """
      INSERT INTO albums (title, artist, date, kind, label, genres, ids, trackCount, picture, isGuessed, key, uid)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET title = excluded.title, artist = excluded.artist, date = excluded.date,
        kind = excluded.kind, label = excluded.label, genres = excluded.genres, ids = excluded.ids,
        trackCount = excluded.trackCount, picture = excluded.picture, isGuessed = excluded.isGuessed
      """,
      values + [.text(key), .text(uid)]
    )
    try storeWords("albumWords", [title, artist], of: known ?? database.lastInsertedRow)
  }

  /// The value of the id of a new album; another one may have taken the usual one with its files.
  private func freeAlbumUID(_ key: String) throws(DatabaseError) -> String {
    let taken = try rows("SELECT id FROM albums WHERE uid = ?", [.text(key)]) { $0.integer(0) }
    return taken.isEmpty ? key : FileID.hash(["again", key])
  }

  /// The artist of an album: as tagged, or the one of all files.
  private static func artist(of tracks: [Track]) -> String {
    let tagged = tracks.map(\.albumArtist).filter { !$0.isEmpty }.mostCommon
    if !tagged.isEmpty { return tagged }
    let names = tracks.map(\.artist).filter { !$0.isEmpty }
    let isOne = Set(names.map { FoldedName($0).words }).count == 1
    if isOne, !tracks.contains(where: \.isCompilation) { return names.first ?? "" }
    return names.isEmpty ? "" : variousArtists
  }
}

/// Artists.
extension Tables {
  /// Credits the artists of a file and of its album.
  func credit(_ file: ReadFile, _ row: Int) throws(DatabaseError) {
    let tags = file.tags
    let isGuessed = tags.guessed.contains(.artist)
    for credit in tags.artists {
      try self.credit(credit, isGuessed, row, isOfAlbum: false)
    }
    // Without an album artist, it is the artist of the song without guests.
    let ofAlbum =
      tags.albumArtist == nil && !tags.isCompilation ? tags.mainArtists : tags.albumArtists
    guard tags.album != nil else { return }
    for credit in ofAlbum { try self.credit(credit, isGuessed, row, isOfAlbum: true) }
  }

  private func credit(
    _ credit: FileTags.Credit,
    _ isGuessed: Bool,
    _ row: Int,
    isOfAlbum: Bool
  ) throws(DatabaseError) {
    let artist = try artist(credit, isGuessed)
    try run(
      "INSERT OR IGNORE INTO credits (file, artist, isOfAlbum) VALUES (?, ?, ?)",
      [.integer(row), .integer(artist), .integer(isOfAlbum ? 1 : 0)]
    )
  }

  /// The row of an artist; artists of one name with different ids are several.
  private func artist(_ credit: FileTags.Credit, _ isGuessed: Bool) throws(DatabaseError) -> Int {
    let folded = FoldedName(credit.name).words
    let ids = Set(credit.ids.map { "\($0)" })
    let known = try rows("SELECT id, ids, isGuessed FROM artists WHERE folded = ?", [.text(folded)])
    {
      ($0.integer(0), Set(ColumnList.texts($0.text(1))), $0.integer(2) == 1)
    }
    let same =
      known.first { !$0.1.isDisjoint(with: ids) }
      ?? known.first { $0.1.isEmpty } ?? (ids.isEmpty ? known.first : nil)
    if let (row, old, wasGuessed) = same {
      if !ids.isSubset(of: old) || (wasGuessed && !isGuessed) {
        let all = old.union(ids).sorted()
        try run(
          "UPDATE artists SET ids = ?, isGuessed = ? WHERE id = ?",
          [.text(ColumnList.text(all)), .integer(wasGuessed && isGuessed ? 1 : 0), .integer(row)]
        )
      }
      return row
    }
    let names = known.isEmpty ? [] : ids.sorted()
    let uid =
      names.isEmpty ? FileID.artist(named: credit.name) : FileID.hash(["artist", folded] + names)
    try run(
      "INSERT INTO artists (uid, folded, name, ids, isGuessed) VALUES (?, ?, ?, ?, ?)",
      [
        .text(uid), .text(folded), .text(credit.name), .text(ColumnList.text(ids.sorted())),
        .integer(isGuessed ? 1 : 0),
      ]
    )
    let row = database.lastInsertedRow
    try storeWords("artistWords", [credit.name], of: row)
    return row
  }

  /// Removes an artist without files, and corrects one with only guesses left.
  func reviewArtist(_ row: Int) throws(DatabaseError) {
    let guesses = try rows(
      "SELECT guessed FROM credits c JOIN files f ON f.id = c.file WHERE c.artist = ? ORDER BY guessed & 2 LIMIT 1",
      [.integer(row)]
    ) { FileTags.Guesses(rawValue: $0.integer(0)) }
    guard let best = guesses.first else {
      try run("DELETE FROM artistWords WHERE rowid = ?", [.integer(row)])
      return try run("DELETE FROM artists WHERE id = ?", [.integer(row)])
    }
    guard best.contains(.artist) else { return }
    try run("UPDATE artists SET isGuessed = 1 WHERE id = ?", [.integer(row)])
  }
}

extension [String] {
  /// The values by how often they occur, the most common and then the first one first.
  fileprivate var ranked: [String] {
    var counts: [String: (count: Int, place: Int)] = [:]
    for (place, text) in enumerated() where !text.isEmpty {
      counts[text] = (counts[text].map { $0.count + 1 } ?? 1, counts[text]?.place ?? place)
    }
    return counts.sorted { ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place) }
      .map(\.key)
  }

  /// The most common value that is not empty; empty if there is none.
  fileprivate var mostCommon: String { ranked.first ?? "" }
}
