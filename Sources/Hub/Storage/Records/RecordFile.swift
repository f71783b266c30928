internal import BusProtocol
internal import EntityResolution
internal import HostKit
package import HubCore
package import MusicModel
internal import SQLite

/// A change of the stored records and replies, or their status.
package enum RecordJob: DiskJob {
  case store(CachedReply, to: ProviderQuery)
  case note(RecordStore.Search)
  /// Retain the records with these ids, and no others for the same reason. The operation that has changed the pins
  /// completes with the status of the cache.
  case retain([EntityID], RecordStore.Reason, operation: Int? = nil)
  /// Look up something after all earlier changes.
  case lookUp(RecordLookup)
  case perform(CacheAction, operation: Int)

  package var bytes: Int {
    switch self {
    case .store(let reply, _):
      reply.records.reduce(512 + (reply.attachment?.count ?? 0)) { $0 + $1.entity.bytesInMemory }
    case .retain(let ids, _, _): 256 + ids.count * 64
    case .lookUp(let lookup): lookup.bytes
    case .note, .perform: 256
    }
  }

  package var canWait: Bool {
    switch self {
    case .store, .note, .retain(_, .favorite, _): true
    case .lookUp, .perform, .retain(_, .pinned, _): false
    }
  }

  /// Whether it stores the reply to a query.
  package func isReply(to query: ProviderQuery) -> Bool {
    if case .store(_, query) = self { true } else { false }
  }

  package func failed(_ reason: String) -> Event? {
    switch self {
    case .perform(_, let operation): .cacheActionCompleted(operation: operation, .failed(reason))
    case .lookUp(let lookup): lookup.failed(reason)
    case .retain(_, _, let operation?):
      .cacheActionCompleted(
        operation: operation,
        .failed("The pins are saved, but take effect when the hub starts again. \(reason)")
      )
    case .store, .note, .retain: nil
    }
  }

  /// Whether it is stored in one transaction with others.
  private var isStored: Bool {
    switch self {
    case .store, .note: true
    default: false
    }
  }

  /// Takes the next replies and searches, which are stored together, or another job.
  package static func takeBatch(from jobs: inout [RecordJob]) -> [RecordJob] {
    let batch = Array(jobs.prefix(max(1, jobs.prefix(while: \.isStored).count)))
    jobs.removeFirst(batch.count)
    return batch
  }
}

/// The records and replies as they are changed. If the disk is full or the file corrupt, the hub
/// continues without them.
package struct RecordFile: DiskFile {
  package static let overflowWarning = "The disk is slow; some replies were not cached."

  private let path: String
  private let limits: RecordLimits
  private var store: RecordStore?
  private var rebuild: Rebuild?
  private var unfinished: [RecordJob] = []
  private var reporter = ProblemReporter()
  /// The reason if the file is unavailable, shown in its status.
  private var problem: String?
  private var openedMs = 0
  private var sweptMs = 0

  private static let reopenMs = 60_000
  private static let noRoom =
    "The last replies were not stored: the file is full of what is pinned or belongs to favourites, or another program reads it. "
    + "Unpin something, or raise hub.cacheMegabytes."
  private static let sweepMs = 3_600_000

  /// The records whose words are indexed again, some in each run.
  private struct Rebuild {
    /// The last row that was indexed; `nil` at the end.
    var row: Int? = 0
    /// The operations that wait for the end.
    var operations: Set<Int> = []
  }

  package init(at path: String, limits: RecordLimits = RecordLimits()) {
    self.path = path
    self.limits = limits
  }

  package mutating func open() -> [StorageEvent] {
    openedMs = UnixClock.nowMs
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try RecordStore(at: path, limits: limits)
      self.store = store
      return store.notes.map { .log(.warning, $0) }
    } catch {
      return failed(error)
    }
  }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [RecordJob]) -> [StorageEvent] {
    let nowMs = UnixClock.nowMs
    var events: [StorageEvent] = []
    if store?.isCurrent == false || store == nil && abs(nowMs - openedMs) > RecordFile.reopenMs {
      events += open()
    }
    let replies = batch.compactMap { job in
      if case .store(let reply, let query) = job { (reply, query) } else { nil }
    }
    let searches = batch.compactMap { if case .note(let search) = $0 { search } else { nil } }
    if !replies.isEmpty || !searches.isEmpty { events += add(replies, searches) }
    for job in batch {
      do {
        if let event = try perform(job, nowMs) { events.append(.hub(event)) }
      } catch {
        events += failed(error)
        if let event = job.failed(problem ?? "") { events.append(.hub(event)) }
      }
    }
    return events
  }

  package mutating func takeUnfinished() -> [RecordJob] {
    defer { unfinished = [] }
    return unfinished
  }

  /// Stores replies and searches together; if that fails, those that can be stored.
  private mutating func add(
    _ replies: [(CachedReply, ProviderQuery)],
    _ searches: [RecordStore.Search]
  ) -> [StorageEvent] {
    do {
      guard let store else { return [] }
      let hasRoom = try store.add(replies, noting: searches)
      if !replies.isEmpty {
        problem = hasRoom ? nil : RecordFile.noRoom
      } else if problem != RecordFile.noRoom {
        problem = nil
      }
      return []
    } catch {
      guard replies.count + searches.count > 1 else { return failed(error) }
      return replies.flatMap { add([$0], []) } + searches.flatMap { add([], [$0]) }
    }
  }

  private mutating func perform(_ job: RecordJob, _ nowMs: Int) throws -> Event? {
    switch job {
    case .store:
      // Stored with the others of its batch.
      try sweep(nowMs)
      return nil
    case .note:
      return nil
    case .lookUp(let lookup):
      return try lookup.completion(in: store, nowMs: nowMs)
    case .retain(let ids, let reason, let operation):
      try store?.retain(ids, because: reason)
      if problem == RecordFile.noRoom { problem = nil }
      guard let operation else { return nil }
      guard store != nil else { return job.failed(unavailable) }
      return .cacheActionCompleted(operation: operation, try report(.status, nowMs))
    case .perform(.library(.rebuild), let operation):
      guard try indexAgain(for: operation) else {
        unfinished.append(job)
        return nil
      }
      return .cacheActionCompleted(operation: operation, try report(.library(.status), nowMs))
    case .perform(let action, let operation):
      return .cacheActionCompleted(operation: operation, try report(action, nowMs))
    }
  }

  /// Begins or continues to index the words of all records again.
  ///
  /// - Returns: Whether that has ended.
  private mutating func indexAgain(for operation: Int) throws -> Bool {
    guard let store else { return true }
    var rebuild = self.rebuild ?? Rebuild()
    if self.rebuild == nil { try store.clearIndexes() }
    rebuild.operations.insert(operation)
    rebuild.row = try rebuild.row.flatMap { try store.indexAgain(after: $0) }
    let hasEnded = rebuild.row == nil
    if hasEnded { rebuild.operations.remove(operation) }
    self.rebuild = rebuild.operations.isEmpty ? nil : rebuild
    return hasEnded
  }

  private var unavailable: String { problem ?? "\(path) is not open." }

  private mutating func report(_ action: CacheAction, _ nowMs: Int) throws -> CacheReport {
    guard let store else { return .failed(unavailable) }
    switch action {
    // Pins are changed in the state, which has them retained.
    case .status, .pin, .unpinAll: break
    case .clear:
      try store.clearReplies()
      problem = nil
    case .library(let command):
      if command == .clear {
        // What is left is indexed.
        rebuild?.row = nil
        try store.clearRecords()
      }
      return .library(try libraryStatus(store))
    case .recent(let limit):
      return .recent(
        try store.searches(atMost: limit).map { search in
          RecentSearch(
            method: Method(rawValue: search.method),
            text: search.text,
            ageMs: max(0, nowMs - search.atMs),
            total: search.total
          )
        }
      )
    }
    var status = CacheStatus(
      entries: try store.replyCount(),
      bytes: store.bytes,
      bytesMax: limits.maxBytes,
      pinned: try store.pinCount()
    )
    status.oldestMs = try store.oldestReplyMs().map { max(0, nowMs - $0) }
    status.problem = problem
    return .status(status)
  }

  private func libraryStatus(_ store: RecordStore) throws -> LibraryStatus {
    let counts = try store.counts()
    var status = LibraryStatus(
      artists: counts[0],
      albums: counts[1],
      songs: counts[2],
      bytes: store.bytes,
      bytesMax: limits.maxBytes
    )
    status.problem = problem
    return status
  }

  /// Removes what has expired, once an hour, or at each job until nothing is left.
  private mutating func sweep(_ nowMs: Int) throws {
    guard abs(nowMs - sweptMs) > RecordFile.sweepMs else { return }
    if try store?.removeExpired(nowMs: nowMs) != true { sweptMs = nowMs }
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    rebuild = nil
    problem = "\(path) cannot be used. \(JSONCodec.describe(error))"
    let events = reporter.report("The cache failed. \(JSONCodec.describe(error))")
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return events }
    store = nil
    guard let aside = try? moveDatabaseAside(path) else { return events }
    let note = "The cache \(path) is corrupt; moved it to \(aside) and created a new one."
    return events + [.log(.warning, note)] + open()
  }
}
