/// The provider cache on disk. It is bounded in size and age and evicts the least recently used
/// entries. Fresh entries avoid provider calls; stale ones serve when a source fails. A corrupt
/// file is moved aside and a new one created.
package final class ReplyStore {
  private let path: String
  package let limits: ReplyStoreLimits
  let tables: ReplyTables
  /// The size of all entries.
  package private(set) var bytes: Int
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
    try tables.database.run("PRAGMA max_page_count = \(limits.maxPages)")
    bytes = try tables.size().bytes
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
    guard size <= limits.bytesMax / 4 else { return }
    let old = try tables.find(key).map { ReplyStore.size(of: $0.snapshot, key) } ?? 0
    try tables.save(snapshot, for: key, size: size)
    bytes += size - old
    if bytes > limits.bytesMax { try makeRoom() }
  }

  /// Moves a corrupt file aside while it is in use.
  ///
  /// - Returns: its new path.
  package static func moveAside(_ path: String) throws(DatabaseError) -> String {
    try moveDatabaseAside(path)
  }

  /// The number of entries.
  package func count() throws(DatabaseError) -> Int { try tables.size().count }

  /// Removes all entries that are not pinned.
  package func clear() throws(DatabaseError) {
    try tables.clear()
    bytes = try tables.size().bytes
  }

  /// Removes expired entries.
  package func removeExpired(nowMs: Int) throws(DatabaseError) {
    try tables.remove(fetchedBeforeMs: nowMs - limits.maxAgeMs)
    bytes = try tables.size().bytes
  }

  /// Frees a tenth more than necessary, so that not every reply evicts others.
  private func makeRoom() throws(DatabaseError) {
    try tables.evict(bytes: bytes - limits.bytesMax + limits.bytesMax / 10)
    bytes = try tables.size().bytes
  }

  private static func size(of snapshot: StoredReply, _ key: ReplyKey) -> Int {
    snapshot.contents.count + key.parameters.count + key.provider.utf8.count
      + key.method.utf8.count
  }
}
