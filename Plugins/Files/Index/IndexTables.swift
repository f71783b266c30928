internal import SQLite

/// The tables of the index: one row for each folder, file, album and artist.
///
/// Lists in a column are separated by U+001F, texts of paths are bytes.
enum IndexTables {
  /// Another version is read anew from the files.
  static let version = 3

  static let all = """
    CREATE TABLE folders (id INTEGER PRIMARY KEY, root BLOB NOT NULL, path BLOB NOT NULL,
      folderInode INTEGER NOT NULL, folderDevice INTEGER NOT NULL, seen INTEGER NOT NULL, picture BLOB NOT NULL,
      pictureStamp INTEGER NOT NULL, UNIQUE (root, path));
    CREATE TABLE links (folder INTEGER NOT NULL, name BLOB NOT NULL, PRIMARY KEY (folder, name)) WITHOUT ROWID;
    CREATE TABLE files (id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, name BLOB NOT NULL, uid TEXT UNIQUE,
      size INTEGER NOT NULL, stamp INTEGER NOT NULL, inode INTEGER NOT NULL, device INTEGER NOT NULL,
      isAvailable INTEGER NOT NULL, album TEXT NOT NULL, title TEXT NOT NULL, artist TEXT NOT NULL,
      albumArtist TEXT NOT NULL, albumTitle TEXT NOT NULL, date TEXT NOT NULL, disc INTEGER NOT NULL,
      track INTEGER NOT NULL, trackTotal INTEGER NOT NULL, durationMs INTEGER NOT NULL,
      bitrate INTEGER NOT NULL, pictures INTEGER NOT NULL, genres TEXT NOT NULL, label TEXT NOT NULL,
      kind TEXT NOT NULL, isCompilation INTEGER NOT NULL, songIDs TEXT NOT NULL, albumIDs TEXT NOT NULL,
      guessed INTEGER NOT NULL, contributors TEXT NOT NULL, UNIQUE (folder, name));
    CREATE INDEX filesByInode ON files (inode);
    CREATE INDEX filesByAlbum ON files (album);
    CREATE TABLE albums (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, uid TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL, artist TEXT NOT NULL, date TEXT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,
      genres TEXT NOT NULL, ids TEXT NOT NULL, trackCount INTEGER NOT NULL, picture INTEGER NOT NULL,
      isGuessed INTEGER NOT NULL);
    CREATE TABLE artists (id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, folded TEXT NOT NULL,
      name TEXT NOT NULL, ids TEXT NOT NULL, isGuessed INTEGER NOT NULL);
    CREATE INDEX artistsByName ON artists (folded);
    CREATE TABLE credits (file INTEGER NOT NULL, artist INTEGER NOT NULL, isOfAlbum INTEGER NOT NULL,
      PRIMARY KEY (file, isOfAlbum, artist)) WITHOUT ROWID;
    CREATE INDEX creditsByArtist ON credits (artist, isOfAlbum);
    CREATE VIRTUAL TABLE songWords USING fts5 (words, detail=none, columnsize=0);
    CREATE VIRTUAL TABLE albumWords USING fts5 (words, detail=none, columnsize=0);
    CREATE VIRTUAL TABLE artistWords USING fts5 (words, detail=none, columnsize=0);
    PRAGMA user_version = \(version);
    """

  /// Opens the index in a directory, or one in memory.
  ///
  /// A file that is corrupt or of another version is replaced.
  static func open(in directory: String?) throws(DatabaseError) -> Database {
    guard let directory else {
      let database = try Database()
      try database.run(all)
      return database
    }
    let path = "\(directory)/index.sqlite"
    do throws(DatabaseError) {
      return try open(path)
    } catch {
      guard error.isDamage else { throw error }
      _ = try moveDatabaseAside(path)
      return try open(path)
    }
  }

  private static func open(_ path: String) throws(DatabaseError) -> Database {
    let database = try Database(at: path)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000"
    )
    let found = try database.integer("PRAGMA user_version")
    if found == version { return database }
    if found != 0 {
      for table in [
        "songWords", "albumWords", "artistWords", "credits", "artists", "albums", "files",
        "links", "folders",
      ] {
        try database.run("DROP TABLE IF EXISTS \(table)")
      }
    }
    try database.transaction { () throws(DatabaseError) in try database.run(all) }
    return database
  }
}

/// A list in a column.
enum ColumnList {
  private static let separator = "\u{1F}"

  static func text(_ list: some Sequence<some CustomStringConvertible>) -> String {
    list.map { "\($0)" }.joined(separator: separator)
  }

  static func texts(_ column: String) -> [String] {
    column.split(separator: separator).map { String($0) }
  }
}
