internal import BusProtocol
internal import HostKit
internal import HubCore
internal import MusicModel

/// The library as it is changed. If the disk is full or the file corrupt, the hub continues without it.
package struct LibraryFile: DiskFile {
  package static let overflowWarning = "The disk is slow; the library lacks some records."

  private let path: String
  /// The path of the provider cache, from which the library is rebuilt.
  private let replies: String
  /// Waits until the replies that the hub has are in the cache, and returns whether they are.
  private let storeReplies: @Sendable () -> Bool
  private let limits: LibraryLimits
  private var store: LibraryStore?
  private var rebuild: LibraryRebuild?
  private var unfinished: [LibraryJob] = []
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
    limits: LibraryLimits = LibraryLimits(),
    storeReplies: @escaping @Sendable () -> Bool = { true }
  ) {
    self.path = path
    self.replies = replies
    self.storeReplies = storeReplies
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

  package mutating func takeUnfinished() -> [LibraryJob] {
    defer { unfinished = [] }
    return unfinished
  }

  private mutating func run(_ job: LibraryJob, _ nowMs: Int) -> [StorageEvent] {
    var events: [StorageEvent] = []
    if store?.isCurrent == false { events += open() }
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
    case .search(let query, let operation):
      let records = try store?.search(query, nowMs: nowMs) ?? []
      return .librarySearched(operation: operation, records)
    case .perform(.rebuild, let operation):
      guard rebuild != nil || storeReplies() else {
        let reason = "The disk is slow; the library was not rebuilt."
        return .cacheActionCompleted(operation: operation, .failed(reason))
      }
      guard try rebuild(for: operation) else {
        unfinished.append(job)
        return nil
      }
      return .cacheActionCompleted(operation: operation, try report())
    case .perform(let command, let operation):
      if command == .clear {
        rebuild?.stop()
        try store?.clear()
      }
      return .cacheActionCompleted(operation: operation, try report())
    }
  }

  /// Begins or continues to rebuild the library.
  ///
  /// - Returns: Whether that has ended.
  private mutating func rebuild(for operation: Int) throws -> Bool {
    guard let store else { return true }
    if rebuild == nil {
      try store.clear()
      rebuild = try LibraryRebuild(from: replies)
    }
    return try rebuild?.run(for: operation, into: store) ?? true
  }

  private mutating func report() throws -> CacheReport {
    if rebuild?.isOver == true { rebuild = nil }
    guard let store else { return .failed(problem ?? "\(path) is not open.") }
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
    rebuild = nil
    problem = "\(path) cannot be used. \(JSONCodec.describe(error))"
    let events = reporter.report("The library failed. \(JSONCodec.describe(error))")
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return events }
    store = nil
    guard let aside = try? moveDatabaseAside(path) else { return events }
    let note = "The library \(path) is corrupt; moved it to \(aside) and created a new one."
    return events + [.log(.warning, note)] + open()
  }
}
