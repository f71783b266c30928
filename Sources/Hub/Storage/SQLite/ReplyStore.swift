/// Snapshots: what providers answered, kept on disk — fresh answers are given at once, older ones
/// when a source fails. Bounded in size and age; what was not used for longest goes first. It is a
/// cache: a damaged file is set aside and a new one begun.
package final class ReplyStore {
  private let path: String
  package let limits: ReplyStoreLimits
  let tables: SnapshotTables
  /// Bytes of all answers.
  package private(set) var bytes: Int
  /// What happened when it was opened that a person should know.
  package private(set) var notes: [String] = []

  /// Opens the file, and makes it where it is missing.
  package init(at path: String, limits: ReplyStoreLimits = ReplyStoreLimits()) throws(DatabaseError)
  {
    self.path = path
    self.limits = limits
    do throws(DatabaseError) {
      tables = try SnapshotTables(at: path)
    } catch {
      guard error.isDamage else { throw error }
      let aside = try setDatabaseAside(path)
      notes.append("The cache \(path) was damaged; it is kept as \(aside), and begun anew.")
      tables = try SnapshotTables(at: path)
    }
    try tables.database.run("PRAGMA max_page_count = \(limits.pagesMax)")
    bytes = try tables.size().bytes
  }

  /// What was answered to a question, however old.
  package func find(_ key: SnapshotKey, nowMs: Int) throws(DatabaseError) -> StoredReply? {
    guard let (snapshot, usedMs) = try tables.find(key) else { return nil }
    guard snapshot.age(atMs: nowMs) <= limits.ageMaxMs else { return nil }
    if nowMs - usedMs > limits.usedStepMs { try tables.touch(key, nowMs: nowMs) }
    return snapshot
  }

  /// Keeps an answer in place of an older one to the same question.
  package func save(_ snapshot: StoredReply, for key: SnapshotKey) throws(DatabaseError) {
    let size = ReplyStore.size(of: snapshot, key)
    guard size <= limits.bytesMax / 4 else { return }
    let old = try tables.find(key).map { ReplyStore.size(of: $0.snapshot, key) } ?? 0
    try tables.save(snapshot, for: key, size: size)
    bytes += size - old
    if bytes > limits.bytesMax { try makeRoom() }
  }

  /// Moves a file out of the way that turned out to be damaged while it was used.
  ///
  /// - Returns: where it is now.
  package static func setAside(_ path: String) throws(DatabaseError) -> String {
    try setDatabaseAside(path)
  }

  /// How many answers there are.
  package func count() throws(DatabaseError) -> Int { try tables.size().count }

  /// Forgets everything but what is pinned.
  package func clear() throws(DatabaseError) {
    try tables.clear()
    bytes = try tables.size().bytes
  }

  /// Forgets what is too old.
  package func forgetOld(nowMs: Int) throws(DatabaseError) {
    try tables.forget(fetchedBeforeMs: nowMs - limits.ageMaxMs)
    bytes = try tables.size().bytes
  }

  /// Room for a tenth more than is needed, so that it is not made for each answer anew.
  private func makeRoom() throws(DatabaseError) {
    try tables.forgetLeastUsed(bytes: bytes - limits.bytesMax + limits.bytesMax / 10)
    bytes = try tables.size().bytes
  }

  private static func size(of snapshot: StoredReply, _ key: SnapshotKey) -> Int {
    snapshot.contents.count + key.parameters.count + key.provider.utf8.count
      + key.method.utf8.count
  }
}
