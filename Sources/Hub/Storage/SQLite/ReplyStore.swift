/// The provider cache on disk. It is bounded in size and age and evicts the least recently used
/// entries. Fresh entries avoid provider calls; stale ones serve when a source fails. A corrupt
/// file is moved aside and a new one created.
package final class ReplyStore {
  private let path: String
  package let limits: ReplyStoreLimits
  let tables: ReplyTables
  /// The size on disk, with the log.
  package var bytes: Int { Database.bytesOnDisk(at: path) }
  /// Notes for the user about opening it.
  package private(set) var notes: [String] = []

  /// Opens the file, or creates it.
  package init(at path: String, limits: ReplyStoreLimits = ReplyStoreLimits()) throws(DatabaseError)
  {
    self.path = path
    self.limits = limits
    do throws(DatabaseError) {
      tables = try ReplyTables(at: path)
    } catch {
      guard error.isDamage else { throw error }
      let aside = try moveDatabaseAside(path)
      notes.append("The cache \(path) is corrupt; moved it to \(aside) and created a new one.")
      tables = try ReplyTables(at: path)
    }
    try tables.limit(to: limits)
    if try tables.statements.pageCount() > limits.maxPages { try shrink() }
  }

  /// Returns the reply to a query, however old.
  package func find(_ key: ReplyKey, nowMs: Int) throws(DatabaseError) -> StoredReply? {
    guard let (snapshot, usedMs) = try tables.find(key) else { return nil }
    guard snapshot.age(atMs: nowMs) <= limits.maxAgeMs else { return nil }
    if nowMs - usedMs > limits.usedStepMs { try tables.touch(key, nowMs: nowMs) }
    return snapshot
  }

  /// Stores a reply, in place of an older one to the same query.
  package func save(_ snapshot: StoredReply, for key: ReplyKey) throws(DatabaseError) {
    let size = ReplyStore.size(of: snapshot, key)
    guard size <= limits.maxEntryBytes, try makeRoom(for: size), try limitLog() else { return }
    try tables.save(snapshot, for: key, size: size)
  }

  /// Moves a corrupt file aside while it is in use.
  ///
  /// - Returns: its new path.
  package static func moveAside(_ path: String) throws(DatabaseError) -> String {
    try moveDatabaseAside(path)
  }

  /// The hashes of the keys of entries, valid in this process.
  func keyHashes(atMost count: Int) throws(DatabaseError) -> Set<Int> {
    try tables.keyHashes(atMost: count)
  }

  /// The number of entries.
  package func count() throws(DatabaseError) -> Int { try tables.count() }

  /// Removes all entries that are not pinned.
  package func clear() throws(DatabaseError) {
    try tables.clear()
    try tables.writeLog()
  }

  /// Removes expired entries.
  package func removeExpired(nowMs: Int) throws(DatabaseError) {
    try tables.remove(fetchedBeforeMs: nowMs - limits.maxAgeMs)
  }

  /// Evicts entries until one of this size fits into the file.
  ///
  /// It evicts a tenth more, so that not every reply evicts others.
  ///
  /// - Returns: `false` if pinned entries fill the file.
  private func makeRoom(for size: Int) throws(DatabaseError) -> Bool {
    let pages = size / ReplyStoreLimits.pageBytes * 9 / 8 + 8
    guard try tables.statements.usedPages() + pages > limits.maxPages else { return true }
    if try evict(to: limits.maxPages * 9 / 10 - pages) { return true }
    return try tables.statements.usedPages() + pages <= limits.maxPages
  }

  /// - Returns: `false` if pinned entries need more pages.
  private func evict(to pages: Int) throws(DatabaseError) -> Bool {
    while try tables.statements.usedPages() > pages {
      guard try tables.evict(atMost: limits.evictionStep) > 0 else { return false }
    }
    return true
  }

  /// Writes the log to the file if it is too long.
  ///
  /// - Returns: `false` if another program prevents that by reading the file.
  private func limitLog() throws(DatabaseError) -> Bool {
    let reserve = limits.maxEntryBytes
    guard Database.bytesOfLog(at: path) + reserve > limits.maxLogBytes else { return true }
    try tables.writeLog()
    return Database.bytesOfLog(at: path) + reserve <= limits.maxLogBytes
  }

  /// Makes a file smaller that was larger than the limit is now.
  private func shrink() throws(DatabaseError) {
    _ = try evict(to: limits.maxPages * 9 / 10)
    try tables.database.run("VACUUM")
    try tables.writeLog()
    try tables.limit(to: limits)
  }

  private static func size(of snapshot: StoredReply, _ key: ReplyKey) -> Int {
    snapshot.contents.count + key.parameters.count + key.provider.utf8.count
      + key.method.utf8.count
  }
}
