internal import BusProtocol
internal import HostKit
internal import HubCore
internal import MusicModel

/// File of the library. If the disk is full or the file corrupt, the hub continues without it.
package struct LibraryFile: DiskFile {
  package static let overflowWarning = "The disk is slow; the library lacks some records."

  private let path: String
  /// The path of the provider cache, from which the library is rebuilt.
  private let replies: String
  private let limits: LibraryLimits
  private var store: LibraryStore?
  private var reporter = ProblemReporter()
  /// The reason if the library is unavailable, shown in its status.
  private var problem: String?
  private var openedMs = 0
  private var sweptMs = 0

  private static let reopenMs = 60_000
  private static let sweepMs = 3_600_000

  package init(
    at path: String,
    replies: String = "",
    limits: LibraryLimits = LibraryLimits()
  ) {
    self.path = path
    self.replies = replies
    self.limits = limits
  }

  package mutating func open() -> [StorageEvent] {
    openedMs = UnixClock.nowMs
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try LibraryStore(at: path, limits: limits)
      self.store = store
      return store.notes.map { .log(.warning, $0) }
    } catch {
      return failed(error)
    }
  }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [LibraryJob]) -> [StorageEvent] {
    batch.flatMap { run($0, UnixClock.nowMs) }
  }

  private mutating func run(_ job: LibraryJob, _ nowMs: Int) -> [StorageEvent] {
    var events: [StorageEvent] = []
    if store == nil, abs(nowMs - openedMs) > LibraryFile.reopenMs { events += open() }
    do {
      if let event = try perform(job, nowMs) { events.append(.hub(event)) }
      if case .add = job, store != nil { problem = nil }
    } catch {
      events += failed(error)
      if let event = job.failed(problem ?? "") { events.append(.hub(event)) }
    }
    return events
  }

  private mutating func perform(_ job: LibraryJob, _ nowMs: Int) throws -> Event? {
    switch job {
    case .search(let query, let operation):
      let records = try store?.search(query, nowMs: nowMs) ?? []
      return .librarySearched(operation: operation, records)
    case .add(let entry):
      try store?.add(entry)
      try sweep(nowMs)
      return nil
    case .retain(let ids, let reason):
      try store?.retain(ids, because: reason)
      return nil
    case .pin(let ids, let isPinned):
      try store?.pin(ids, isPinned: isPinned)
      return nil
    case .perform(let command, let operation):
      return .cacheActionCompleted(operation: operation, try report(command))
    }
  }

  private func report(_ command: LibraryCommand) throws -> CacheReport {
    guard let store else { return .failed(problem ?? "The file is not open.") }
    if command != .status { try store.clear() }
    if command == .rebuild {
      let cache = try ReplyStore(at: replies)
      try cache.forEachReply { provider, method, parameters, stored in
        guard let entry = CachedReplyCodec.libraryEntry(provider, method, parameters, stored)
        else { return }
        try store.add(entry)
      }
    }
    let counts = try store.counts()
    var status = LibraryStatus(
      artists: counts[0],
      albums: counts[1],
      songs: counts[2],
      bytes: store.bytes,
      bytesMax: limits.maxBytes
    )
    status.problem = problem
    return .library(status)
  }

  /// Removes expired records, once an hour, or at each job until none is left.
  private mutating func sweep(_ nowMs: Int) throws {
    guard abs(nowMs - sweptMs) > LibraryFile.sweepMs else { return }
    if try store?.removeExpired(nowMs: nowMs) != true { sweptMs = nowMs }
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    problem = "\(path) cannot be used. \(BusCodec.describe(error))"
    let events = reporter.report("The library failed. \(BusCodec.describe(error))")
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return events }
    store = nil
    guard let aside = try? moveDatabaseAside(path) else { return events }
    let note = "The library \(path) is corrupt; moved it to \(aside) and created a new one."
    return events + [.log(.warning, note)] + open()
  }
}
