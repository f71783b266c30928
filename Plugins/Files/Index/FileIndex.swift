internal import Glibc
internal import HostKit
internal import MusicModel
internal import SQLite
internal import Synchronization

/// What is known of the music files: written by the scanner, read by calls.
final class FileIndex: Sendable {
  private let tables: Mutex<Tables>
  private let progress = Mutex(Progress())
  /// The calls that wait for the first files; `nil` once there are some.
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

  /// The state of the scan, for notes on replies.
  struct Progress: Hashable, Sendable {
    var isScanning = false
    /// Whether a scan has ended since the start.
    var isComplete = false
    var count = 0
    /// The folders that cannot be read now.
    var missing: [String] = []
  }

  /// Opens the index in a directory, which is created; one in memory without.
  init(in directory: String?) throws {
    if let directory { try HubPaths.makeDirectory(directory) }
    tables = Mutex(try Tables(in: directory))
  }

  /// Reads or writes the tables; each use is short.
  func use<Result: Sendable, Problem: Error>(
    _ body: (inout Tables) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try tables.withLock { tables throws(Problem) in try body(&tables) }
  }

  /// Waits for the first files of the first scan, or as long as the scanner lets calls wait.
  func firstFiles() async {
    await withCheckedContinuation { continuation in
      let isWaiting = waiting.withLock { waiting in
        waiting?.append(continuation)
        return waiting != nil
      }
      if !isWaiting { continuation.resume() }
    }
  }

  /// Ends the wait for the first files.
  func endWait() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  var state: Progress { progress.withLock { $0 } }

  func report(_ change: (inout Progress) -> Void) { progress.withLock { change(&$0) } }
}

/// The tables with their prepared statements.
struct Tables {
  let database: Database
  let statements: StatementCache
  /// The albums whose files have changed, to be formed anew.
  var touchedAlbums: Set<String> = []
  /// The number of files that have gone from one album to another.
  var movedFiles: [AlbumMove: Int] = [:]

  struct AlbumMove: Hashable {
    let from: String
    let to: String
  }

  init(in directory: String?) throws(DatabaseError) {
    database = try IndexTables.open(in: directory)
    statements = StatementCache(of: database)
  }

  /// Runs a statement, and returns what `row` makes of each row.
  @discardableResult
  func rows<Item>(
    _ sql: String,
    _ values: [Statement.Value] = [],
    _ row: (Statement.Row) -> Item
  ) throws(DatabaseError) -> [Item] {
    var items: [Item] = []
    try statements.statement(sql).run(values) { items.append(row($0)) }
    return items
  }

  /// Runs a statement without rows.
  func run(_ sql: String, _ values: [Statement.Value] = []) throws(DatabaseError) {
    try statements.statement(sql).run(values)
  }

  /// The number of songs.
  func songCount() throws(DatabaseError) -> Int {
    try rows("SELECT count(*) FROM files WHERE uid IS NOT NULL") { $0.integer(0) }.first ?? 0
  }
}
