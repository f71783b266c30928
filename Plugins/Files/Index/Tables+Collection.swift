internal import BusProtocol
internal import EntityResolution
internal import MusicModel
internal import SQLite

/// The report on all files.
extension Tables {
  func collection() throws(DatabaseError) -> CollectionReport {
    var report = CollectionReport()
    report.artists = try count("artists")
    report.albums = try count("albums")
    try addFormats(to: &report)
    report.unavailable = try count("files WHERE uid IS NOT NULL AND isAvailable = 0")
    report.unreadable = try files("uid IS NULL")
    let isGuess = FileTags.Guesses([.title, .artist]).rawValue
    report.guessed = try files("uid IS NOT NULL AND guessed & \(isGuess) <> 0")
    report.links = try files("true", of: "links")
    report.twice = try twice()
    report.incomplete = try incomplete()
    return report
  }

  private func count(_ rows: String) throws(DatabaseError) -> Int {
    try self.rows("SELECT count(*) FROM \(rows)") { $0.integer(0) }.first ?? 0
  }

  /// Adds what is counted by song.
  private func addFormats(to report: inout CollectionReport) throws(DatabaseError) {
    var formats: [String: CollectionReport.Format] = [:]
    var (songs, bytes, durationMs) = (0, 0, 0)
    try rows("SELECT name, size, durationMs FROM files WHERE uid IS NOT NULL") { row in
      let name = TagText.name(row.bytes(0))
      let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].uppercased() } ?? ""
      let size = row.integer(1)
      songs += 1
      bytes += size
      durationMs += row.integer(2)
      formats[ending, default: .init(ending, songs: 0, bytes: 0)].songs += 1
      formats[ending]?.bytes += size
    }
    (report.songs, report.bytes, report.durationMs) = (songs, bytes, durationMs)
    report.formats = formats.values.sorted { ($1.songs, $0.name) < ($0.songs, $1.name) }
  }

  /// The first files that fulfil a condition, by path.
  private func files(
    _ condition: String,
    of table: String = "files"
  ) throws(DatabaseError) -> CollectionReport.Files {
    let urls = try rows(
      """
      SELECT root, path, name FROM \(table) f JOIN folders d ON d.id = f.folder WHERE \(condition)
      ORDER BY root, path, name LIMIT \(CollectionReport.maxEntries)
      """
    ) { FileURL.file(Tables.path($0.bytes(0), $0.bytes(1), $0.bytes(2))) }
    return .init(count: try count("\(table) WHERE \(condition)"), files: urls)
  }

  /// The albums whose title and artist are those of another one.
  private func twice() throws(DatabaseError) -> CollectionReport.Albums {
    let all = try rows("SELECT id, title, artist FROM albums WHERE artist <> ''") {
      ($0.integer(0), [$0.text(1), $0.text(2)].map { FoldedName($0).words })
    }
    let groups = Dictionary(grouping: all) { $0.1 }.filter { $0.value.count > 1 }
      .sorted { $0.key.reversed().lexicographicallyPrecedes($1.key.reversed()) }
    let rows = groups.flatMap(\.value).map(\.0).prefix(CollectionReport.maxEntries)
    return .init(
      count: groups.count,
      albums: try rows.map { row throws(DatabaseError) in
        try album(row)
      }.compactMap(\.self)
    )
  }

  /// The albums with a disc that has fewer songs than its tags say, or lacks a number before its last.
  private func incomplete() throws(DatabaseError) -> CollectionReport.Albums {
    let discs = """
      SELECT album, count(DISTINCT track) AS present, max(max(trackTotal), max(track)) AS total FROM files
      WHERE uid IS NOT NULL AND album <> '' AND track > 0 GROUP BY album, disc
      """
    let found = try rows(
      """
      SELECT a.id, sum(total), sum(present) FROM (\(discs)) JOIN albums a ON a.key = album GROUP BY album
      HAVING sum(max(0, total - present)) > 0 ORDER BY artist, title, a.id
      """
    ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
    var albums: [CollectionReport.OwnAlbum] = []
    for (row, total, present) in found.prefix(CollectionReport.maxEntries) {
      guard var album = try album(row) else { continue }
      // A track may be there twice.
      (album.songs, album.total) = (present, total)
      albums.append(album)
    }
    return .init(count: found.count, albums: albums)
  }

  private func album(_ row: Int) throws(DatabaseError) -> CollectionReport.OwnAlbum? {
    try rows(
      """
      SELECT a.uid, a.title, a.artist, count(f.id), root, path FROM albums a
      JOIN files f ON f.album = a.key AND f.uid IS NOT NULL JOIN folders d ON d.id = f.folder WHERE a.id = ?
      """,
      [.integer(row)]
    ) { row -> CollectionReport.OwnAlbum? in
      guard let id = FileID.id(.album, row.text(0)) else { return nil }
      var album = CollectionReport.OwnAlbum(id, title: row.text(1), songs: row.integer(3))
      album.artist = row.text(2).isEmpty ? nil : row.text(2)
      album.folder = FileURL.file(Tables.path(row.bytes(4), row.bytes(5)))
      return album
    }.first.flatMap(\.self)
  }
}
