internal import EntityResolution
internal import Glibc
internal import MusicModel
internal import SQLite

/// A file as the disk has it.
struct FileStamp: Hashable, Sendable {
  var size: Int
  /// The time of the last change in nanoseconds.
  var stamp: Int
  var inode: Int
  var device: Int

  /// Whether the contents are the same.
  func isUnchanged(since old: FileStamp) -> Bool {
    (size, stamp, inode) == (old.size, old.stamp, old.inode)
  }
}

/// A folder, and the picture in it.
struct IndexFolder: Sendable {
  var root: [UInt8]
  var path: [UInt8]
  var inode: Int
  var device: Int
  /// Empty without one.
  var picture: [UInt8]
  var pictureStamp: Int
  /// The links in it behind which there may be music.
  var links: [[UInt8]]
}

/// A file of the index.
struct KnownFile: Hashable, Sendable {
  var row: Int
  var stamp: FileStamp
  var isAvailable: Bool
}

/// A new or changed file to be stored.
struct ReadFile: Sendable {
  var row: Int?
  var folder: Int
  var name: [UInt8]
  var stamp: FileStamp
  /// The hash of some contents; `nil` if they are not music.
  var hash: String?
  var tags = FileTags()
  var durationMs = 0
  var bitrateKbps = 0
  var pictureCount = 0
  /// The key of its album; empty without one.
  var album = ""
}

/// Folders and files, as the scanner finds them.
extension Tables {
  /// Notes that a folder exists, and returns its row.
  mutating func folder(_ folder: IndexFolder, scan: Int) throws(DatabaseError) -> Int {
    let values: [Statement.Value] = [
      .bytes(folder.picture), .integer(folder.pictureStamp), .integer(folder.inode),
      .integer(folder.device), .integer(scan),
    ]
    let known = try rows(
      "SELECT id, pictureStamp FROM folders WHERE root = ? AND path = ?",
      [.bytes(folder.root), .bytes(folder.path)]
    ) { ($0.integer(0), $0.integer(1)) }
    guard let (row, stamp) = known.first else {
      try run(
        """
        INSERT INTO folders (picture, pictureStamp, folderInode, folderDevice, seen, root, path)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        values + [.bytes(folder.root), .bytes(folder.path)]
      )
      let row = database.lastInsertedRow
      try store(folder.links, in: row)
      return row
    }
    try run(
      """
      UPDATE folders SET picture = ?, pictureStamp = ?, folderInode = ?, folderDevice = ?, seen = ?
      WHERE id = ?
      """,
      values + [.integer(row)]
    )
    try run("DELETE FROM links WHERE folder = ?", [.integer(row)])
    try store(folder.links, in: row)
    if stamp != folder.pictureStamp {
      let albums = try rows("SELECT DISTINCT album FROM files WHERE folder = ?", [.integer(row)]) {
        $0.text(0)
      }
      touchedAlbums.formUnion(albums)
    }
    return row
  }

  private func store(_ links: [[UInt8]], in folder: Int) throws(DatabaseError) {
    for name in links {
      try run("INSERT INTO links (folder, name) VALUES (?, ?)", [.integer(folder), .bytes(name)])
    }
  }

  /// Whether a music folder is the one that was read last, not the place where its disk was mounted.
  func isKnown(_ folder: FolderReader, _ root: [UInt8]) throws(DatabaseError) -> Bool {
    try !rows(
      "SELECT id FROM folders WHERE root = ? AND path = ? AND folderInode = ? AND folderDevice = ?",
      [.bytes(root), .bytes([]), .integer(folder.inode), .integer(folder.device)]
    ) { _ in }.isEmpty
  }

  /// The files of a folder by name.
  func files(in folder: Int) throws(DatabaseError) -> [[UInt8]: KnownFile] {
    let found = try rows(
      "SELECT name, id, size, stamp, inode, device, isAvailable FROM files WHERE folder = ?",
      [.integer(folder)]
    ) { ($0.bytes(0), KnownFile($0, from: 1)) }
    return Dictionary(found) { first, _ in first }
  }

  /// The maximum number of copies of one file that are checked.
  private static let maxCopies = 16

  /// The file with the contents of a new one at a path that no longer has it: the file was moved.
  func moved(_ stamp: FileStamp, hash: String?) throws(DatabaseError) -> KnownFile? {
    let columns = "f.id, size, stamp, inode, device, isAvailable, root, path, name"
    let tables = "files f JOIN folders d ON d.id = f.folder"
    let row = { (row: Statement.Row) -> (KnownFile, [UInt8]) in
      (KnownFile(row, from: 0), Tables.path(row.bytes(6), row.bytes(7), row.bytes(8)))
    }
    var found = try rows(
      "SELECT \(columns) FROM \(tables) WHERE inode = ? AND device = ? AND size = ? AND stamp = ?",
      [
        .integer(stamp.inode), .integer(stamp.device), .integer(stamp.size), .integer(stamp.stamp),
      ],
      row
    )
    if let hash {
      found += try rows(
        "SELECT \(columns) FROM \(tables) WHERE uid >= ? AND uid < ? LIMIT \(Tables.maxCopies)",
        [.text(hash), .text(hash + "~")],
        row
      )
    }
    // Another file that is there now has the row: it is one that was changed.
    return found.first { Tables.inode(at: $0.1) == nil }?.0
  }

  /// The path of a file or, without a name, of a folder.
  static func path(_ root: [UInt8], _ folder: [UInt8], _ name: [UInt8] = []) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let isTop = root == [slash]
    let parts = [isTop ? [] : root, folder, name].filter { !$0.isEmpty }
    return (isTop ? [slash] : []) + Array(parts.joined(separator: [slash]))
  }

  /// The number of the regular file at a path; a folder may have got that of a file that is gone.
  fileprivate static func inode(at path: [UInt8]) -> Int? {
    var status = stat()
    guard withPath(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(truncatingIfNeeded: status.st_ino)
  }

  /// Stores a file with its words and credits, and remembers the albums to form anew.
  mutating func store(_ file: ReadFile) throws(DatabaseError) {
    var file = file
    var uid = file.hash
    if let row = file.row {
      uid = try rows("SELECT uid, album FROM files WHERE id = ?", [.integer(row)]) {
        ($0.text(0), $0.text(1))
      }.first.flatMap { known, album in
        touchedAlbums.insert(album)
        if album != file.album, !album.isEmpty, !file.album.isEmpty {
          movedFiles[AlbumMove(from: album, to: file.album), default: 0] += 1
        }
        return file.hash == nil ? nil : known.isEmpty ? file.hash : known
      }
      try removeWords(of: row)
    }
    if let hash = file.hash, file.row == nil || uid == hash {
      uid = try freeUID(hash, for: file.row)
    }
    try run(
      file.row == nil
        ? "INSERT INTO files (\(Tables.columns)) VALUES (\(Tables.placeholders))"
        : "INSERT OR REPLACE INTO files (\(Tables.columns), id) VALUES (\(Tables.placeholders), ?)",
      values(of: file, uid) + (file.row.map { [.integer($0)] } ?? [])
    )
    let row = file.row ?? database.lastInsertedRow
    file.row = row
    touchedAlbums.insert(file.album)
    guard uid != nil else { return }
    let words = [file.tags.title, file.tags.artist, file.tags.album].compactMap(\.self)
    try storeWords("songWords", words, of: row)
    try credit(file, row)
  }

  /// A value for the id of a file that no other one has: of copies, all but the first have a number.
  private func freeUID(_ hash: String, for row: Int?) throws(DatabaseError) -> String {
    func isTaken(_ uid: String) throws(DatabaseError) -> Bool {
      try !rows(
        "SELECT 1 FROM files WHERE uid = ? AND id <> ?",
        [.text(uid), .integer(row ?? -1)]
      ) { _ in }.isEmpty
    }
    guard try isTaken(hash) else { return hash }
    // There may be thousands of copies: a number that is free, after one that is taken.
    var (taken, free) = (1, 2)
    while try isTaken("\(hash)-\(free)") { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if try isTaken("\(hash)-\(middle)") { taken = middle } else { free = middle }
    }
    return "\(hash)-\(free)"
  }

  private static let columns =
    "folder, name, uid, size, stamp, inode, device, isAvailable, album, title, artist, albumArtist, albumTitle, "
    + "date, disc, track, trackTotal, durationMs, bitrate, pictures, genres, label, kind, isCompilation, songIDs, "
    + "albumIDs, guessed, contributors"
  private static let placeholders =
    "?, ?, nullif(?, ''), " + Array(repeating: "?", count: 25).joined(separator: ", ")

  private func values(of file: ReadFile, _ uid: String?) -> [Statement.Value] {
    let tags = file.tags
    return [
      .integer(file.folder), .bytes(file.name), .text(uid ?? ""), .integer(file.stamp.size),
      .integer(file.stamp.stamp), .integer(file.stamp.inode), .integer(file.stamp.device),
      .integer(1),
      .text(file.album), .text(tags.title ?? ""), .text(tags.artist ?? ""),
      .text(tags.albumArtist ?? ""),
      .text(tags.album ?? ""), .text(tags.releaseDate.map { "\($0)" } ?? ""),
      .integer(tags.disc ?? 0),
      .integer(tags.track ?? 0), .integer(tags.trackTotal ?? 0), .integer(file.durationMs),
      .integer(file.bitrateKbps), .integer(file.pictureCount), .text(ColumnList.text(tags.genres)),
      .text(tags.label ?? ""), .text(tags.albumKind?.rawValue ?? ""),
      .integer(tags.isCompilation ? 1 : 0), .text(ColumnList.text(tags.songIDs)),
      .text(ColumnList.text(tags.albumIDs)), .integer(tags.guessed.rawValue),
      .text(ColumnList.text(tags.contributors.map { "\($0.role ?? "")=\($0.name)" })),
    ]
  }

  /// Removes a file that is gone.
  mutating func remove(_ row: Int) throws(DatabaseError) {
    let albums = try rows("SELECT album FROM files WHERE id = ?", [.integer(row)]) { $0.text(0) }
    touchedAlbums.formUnion(albums)
    try removeWords(of: row)
    try run("DELETE FROM files WHERE id = ?", [.integer(row)])
  }

  /// Removes what depends on the names of a file.
  private func removeWords(of row: Int) throws(DatabaseError) {
    try run("DELETE FROM songWords WHERE rowid = ?", [.integer(row)])
    let artists = try rows("SELECT artist FROM credits WHERE file = ?", [.integer(row)]) {
      $0.integer(0)
    }
    try run("DELETE FROM credits WHERE file = ?", [.integer(row)])
    for artist in Set(artists) { try reviewArtist(artist) }
  }

  func storeWords(_ table: String, _ texts: [String], of row: Int) throws(DatabaseError) {
    let words = texts.map { FoldedName($0).words }.joined(separator: " ")
    try run("DELETE FROM \(table) WHERE rowid = ?", [.integer(row)])
    try run("INSERT INTO \(table) (rowid, words) VALUES (?, ?)", [.integer(row), .text(words)])
  }
}

/// Files that are not found any more.
extension Tables {
  /// A file of a folder that a scan has not seen.
  struct UnseenFile: Sendable {
    let row: Int
    let device: Int
    let root: [UInt8]
    let path: [UInt8]
  }

  func unseenFiles(in scan: Int) throws(DatabaseError) -> [UnseenFile] {
    try rows(
      "SELECT f.id, device, root, path FROM files f JOIN folders d ON d.id = f.folder WHERE seen <> ?",
      [.integer(scan)]
    ) {
      UnseenFile(row: $0.integer(0), device: $0.integer(1), root: $0.bytes(2), path: $0.bytes(3))
    }
  }

  func setUnavailable(root: [UInt8]) throws(DatabaseError) {
    try run(
      "UPDATE files SET isAvailable = 0 WHERE folder IN (SELECT id FROM folders WHERE root = ?)",
      [.bytes(root)]
    )
  }

  /// Removes a file, or notes that it cannot be read now.
  mutating func end(_ row: Int, isHidden: Bool) throws(DatabaseError) {
    guard isHidden else { return try remove(row) }
    try run("UPDATE files SET isAvailable = 0 WHERE id = ?", [.integer(row)])
  }

  /// The path of the folder of a file.
  func folderPath(of row: Int) throws(DatabaseError) -> [UInt8]? {
    try rows(
      "SELECT root, path FROM files f JOIN folders d ON d.id = f.folder WHERE f.id = ?",
      [.integer(row)]
    ) { Tables.path($0.bytes(0), $0.bytes(1)) }.first
  }

  /// Whether a file is where the index has it.
  func exists(_ row: Int) throws(DatabaseError) -> Bool {
    try rows(
      "SELECT root, path, name, inode FROM files f JOIN folders d ON d.id = f.folder WHERE f.id = ?",
      [.integer(row)]
    ) { Tables.inode(at: Tables.path($0.bytes(0), $0.bytes(1), $0.bytes(2))) == $0.integer(3) }
    .first == true
  }

  /// Removes the folders without files that a scan has not seen.
  func removeFolders(unseenIn scan: Int) throws(DatabaseError) {
    try run(
      "DELETE FROM folders WHERE seen <> ? AND id NOT IN (SELECT folder FROM files)",
      [.integer(scan)]
    )
    try run("DELETE FROM links WHERE folder NOT IN (SELECT id FROM folders)")
  }
}

extension KnownFile {
  fileprivate init(_ row: Statement.Row, from column: Int32) {
    self.row = row.integer(column)
    stamp = FileStamp(
      size: row.integer(column + 1),
      stamp: row.integer(column + 2),
      inode: row.integer(column + 3),
      device: row.integer(column + 4)
    )
    isAvailable = row.integer(column + 5) == 1
  }
}

/// Calls a C function with a path of any bytes.
func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (path + [0]).withUnsafeBufferPointer { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      // A path is never empty, so there is an address.
      text.baseAddress.map(body) ?? "".withCString(body)
    }
  }
}
