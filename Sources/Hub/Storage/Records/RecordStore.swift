internal import BusProtocol
internal import EntityResolution
internal import HostKit
package import HubCore
internal import MusicModel
package import SQLite

/// What the sources sent, on disk: each record once, the replies as lists of records, and an index of
/// the words of records.
///
/// The replies serve as a cache, the records as a library that is searched without any source. The
/// file is bounded in size and age. A corrupt file is moved aside and a new one created.
package final class RecordStore {
  let path: String
  package let limits: RecordLimits
  let tables: RecordTables
  /// The words of names that were stored last, because records stored together share names.
  var names = LibraryText.NameWords()
  private let identity: FileIdentity?
  /// Notes for the user about opening it.
  package private(set) var notes: [String] = []

  /// Opens the file for changes, or creates it.
  package init(at path: String, limits: RecordLimits = RecordLimits()) throws(DatabaseError) {
    self.path = path
    self.limits = limits
    do throws(DatabaseError) {
      tables = try RecordTables(at: path)
    } catch {
      guard error.isDamage else { throw error }
      let aside = try moveDatabaseAside(path)
      notes.append("The cache \(path) is corrupt; moved it to \(aside) and created a new one.")
      tables = try RecordTables(at: path)
    }
    identity = FileIdentity(at: path)
    try limitSize()
  }

  /// Opens the file for reading, beside the store that changes it; `nil` if it does not exist.
  package init?(reading path: String, limits: RecordLimits = RecordLimits()) throws(DatabaseError) {
    identity = FileIdentity(at: path)
    guard let tables = try RecordTables(reading: path) else { return nil }
    (self.path, self.limits, self.tables) = (path, limits, tables)
  }

  /// Whether the path still leads to this file, which was not moved aside or removed.
  var isCurrent: Bool { identity != nil && FileIdentity(at: path) == identity }

  /// The size on disk, in bytes, with the log.
  package var bytes: Int { Database.bytesOnDisk(at: path) }

  /// Returns the reply to a query, however stale. If there is none, or a stale one, a record that the provider has
  /// sent since, at most `listedFreshMs` ago, takes its place.
  ///
  /// - Returns: `nil` if there is none, it has expired, or one of its records was removed.
  package func reply(
    to query: ProviderQuery,
    listedFreshMs: Int? = nil,
    nowMs: Int
  ) throws(DatabaseError) -> CachedReply? {
    let reply = try storedReply(to: query, nowMs: nowMs)
    guard let listedFreshMs, let id = query.parameters.id, reply?.isFresh(at: nowMs) != true else {
      return reply
    }
    // The last reply itself may lack a part, and is stale earlier for that reason.
    let sinceMs = reply?.repliedMs ?? .min
    let kinds = Methods[query.method]?.kinds.map(\.recordNumber) ?? []
    for row in try rows(of: [id]) {
      guard let stored = try record(row), stored.provider == query.provider.rawValue,
        kinds.contains(stored.kind), stored.market == RecordStore.market(query.parameters),
        stored.seenMs > sinceMs, let entity = stored.entity, entity.ids.contains(id)
      else { continue }
      var listed = CachedReply(repliedMs: stored.seenMs, freshMs: listedFreshMs)
      listed.records = [
        SourceRecord(provider: query.provider, entity: entity, fetchedMs: stored.seenMs)
      ]
      if listed.isFresh(at: nowMs) { return listed }
    }
    return reply
  }

  private func storedReply(
    to query: ProviderQuery,
    nowMs: Int
  ) throws(DatabaseError) -> CachedReply? {
    guard let key = RecordStore.key(query) else { return nil }
    return try tables.snapshot { () throws(DatabaseError) in
      var found: (contents: ReplyContents, reply: CachedReply)?
      try tables.run(
        "SELECT contents, fetched, fresh, file FROM reply"
          + " WHERE provider = ? AND method = ? AND parameters = ?",
        key
      ) { row in
        guard let contents = try? JSONCodec.decode(ReplyContents.self, from: row.bytes(0)) else {
          return
        }
        var reply = CachedReply(
          repliedMs: row.integer(1),
          freshMs: row.integer(2),
          skipped: contents.skipped
        )
        (reply.next, reply.total, reply.media) = (contents.next, contents.total, contents.media)
        reply.notes = contents.notes ?? []
        reply.version = contents.version
        if reply.media != nil { reply.attachment = row.bytes(3) }
        found = (contents, reply)
      }
      guard let contents = found?.contents, var reply = found?.reply,
        nowMs - reply.repliedMs <= limits.maxAgeMs
      else { return nil }
      for item in contents.items {
        guard let entity = try record(item.row)?.entity else { return nil }
        let listed = item.place?.applied(to: entity) ?? entity
        let ranked = item.rank.map(listed.ranked) ?? listed
        reply.records.append(
          SourceRecord(provider: query.provider, entity: ranked, fetchedMs: item.fetchedMs)
        )
      }
      return reply
    }
  }

  /// Stores replies with their records, and searches, all or none. Each reply replaces an older one to the
  /// same query.
  ///
  /// - Returns: whether there was room for the replies.
  @discardableResult
  package func add(
    _ replies: [(reply: CachedReply, query: ProviderQuery)],
    noting searches: [Search] = []
  ) throws(DatabaseError) -> Bool {
    let hasRoom = try makeRoom(
      for: replies.map(\.reply).filter { $0.attachment?.count ?? 0 <= limits.maxReplyBytes }
    )
    try tables.database.transaction { () throws(DatabaseError) in
      if hasRoom { for (reply, query) in replies { try add(reply, to: query) } }
      for search in searches { try note(search) }
    }
    return hasRoom
  }

  private func add(_ reply: CachedReply, to query: ProviderQuery) throws(DatabaseError) {
    let spec = Methods[query.method]
    let origin = RecordOrigin(
      provider: query.provider,
      market: RecordStore.market(query.parameters),
      isComplete: spec?.isSingle == true && spec?.isFile != true
    )
    var contents = ReplyContents(reply)
    var bytes = reply.attachment?.count ?? 0
    for record in reply.records {
      guard
        let stored = try add(
          record.entity,
          seenMs: record.fetchedMs ?? reply.repliedMs,
          from: origin
        )
      else { return }
      contents.items.append(
        .init(
          row: stored.row,
          fetchedMs: record.fetchedMs ?? reply.repliedMs,
          rank: record.entity.rank,
          place: origin.isComplete ? nil : ReplyContents.Place(of: record.entity)
        )
      )
      bytes += stored.bytes
    }
    guard bytes <= limits.maxReplyBytes, let key = RecordStore.key(query),
      let json = try? JSONCodec.encode(contents)
    else { return }
    try tables.run(
      "INSERT INTO reply (provider, method, parameters, subject, fetched, fresh, contents, file)"
        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider, method, parameters) DO UPDATE SET"
        + " fetched = excluded.fetched, fresh = excluded.fresh, contents = excluded.contents,"
        + " file = excluded.file",
      key + [
        .integer(query.parameters.id?.recordKey ?? 0), .integer(reply.repliedMs),
        .integer(reply.freshMs), .bytes(json), .bytes(reply.attachment ?? []),
      ]
    )
  }

  private static func key(_ query: ProviderQuery) -> [Statement.Value]? {
    guard let parameters = try? JSONCodec.encode(query.parameters) else { return nil }
    return [.text(query.provider.rawValue), .text(query.method.rawValue), .bytes(parameters)]
  }

  /// The country and language of a query: records may differ between them.
  private static func market(_ parameters: CallParameters) -> String {
    [parameters.country, parameters.lang].map { $0 ?? "" }.joined(separator: "/")
  }
}

/// A stored reply without its records: JSON.
struct ReplyContents: Codable {
  /// A record of the reply.
  struct Item: Codable {
    var row: Int
    /// The time at which this reply last contained it, in milliseconds since 1970.
    var fetchedMs: Int
    /// Its rank in this list.
    var rank: Int?
    /// The place that this list gives a song, which the record of the song may state otherwise: it may be on several albums.
    var place: Place?
  }

  struct Place: Codable {
    var album: AlbumReference?
    var disc: Int?
    var track: Int?

    init?(of entity: Entity) {
      guard case .song(let song) = entity else { return nil }
      (album, disc, track) = (song.album, song.discNumber, song.trackNumber)
      if album == nil, disc == nil, track == nil { return nil }
    }

    func applied(to entity: Entity) -> Entity {
      guard case .song(var song) = entity else { return entity }
      (song.album, song.discNumber, song.trackNumber) = (album, disc, track)
      return .song(song)
    }
  }

  var items: [Item] = []
  var skipped: Int
  var media: Done.Media?
  var next: ListPosition?
  var total: Int?
  var notes: [String]?
  var version: String?

  init(_ reply: CachedReply) {
    skipped = reply.skipped
    media = reply.media
    (next, total) = (reply.next, reply.total)
    notes = reply.notes.isEmpty ? nil : reply.notes
    version = reply.version
  }
}

/// Recent searches; bounded, the oldest are removed.
extension RecordStore {
  /// The time in which a text is typed, in milliseconds.
  private static let typingMs = 15_000

  /// A search that a user made.
  package struct Search: Hashable, Sendable {
    package var method: String
    package var text: String
    /// In milliseconds since 1970.
    package var atMs: Int
    /// The number of results.
    package var total: Int

    package init(method: String, text: String, atMs: Int, total: Int) {
      self.method = method
      self.text = text
      self.atMs = atMs
      self.total = total
    }
  }

  /// Stores a search, in place of those that were made while its text was typed.
  private func note(_ search: Search) throws(DatabaseError) {
    try tables.run(
      """
      DELETE FROM search WHERE method = ? AND at > ?
        AND (substr(?, 1, length(text)) = text OR substr(text, 1, length(?)) = ?)
      """,
      [
        .text(search.method), .integer(search.atMs - RecordStore.typingMs), .text(search.text),
        .text(search.text), .text(search.text),
      ]
    )
    try tables.run(
      "INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?)",
      [
        .text(search.method), .text(search.text), .integer(search.atMs), .integer(search.total),
      ]
    )
    try tables.run(
      "DELETE FROM search WHERE at < (SELECT at FROM search ORDER BY at DESC LIMIT 1 OFFSET ?)",
      [.integer(limits.maxSearches - 1)]
    )
  }

  /// The last searches, the newest first.
  package func searches(atMost count: Int) throws(DatabaseError) -> [Search] {
    var searches: [Search] = []
    try tables.run(
      "SELECT method, text, at, total FROM search ORDER BY at DESC, text LIMIT ?",
      [.integer(count)]
    ) { row in
      searches.append(
        Search(
          method: row.text(0),
          text: row.text(1),
          atMs: row.integer(2),
          total: row.integer(3)
        )
      )
    }
    return searches
  }
}
