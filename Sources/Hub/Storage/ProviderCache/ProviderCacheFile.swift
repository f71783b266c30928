internal import BusProtocol
internal import HostKit
internal import HubCore
internal import MusicModel

/// File of the provider cache. If the disk is full or the file corrupt, the hub continues without it.
package struct ProviderCacheFile: DiskFile {
  package static let overflowWarning = "The disk is slow; some replies were not cached."

  private let path: String
  private let limits: ReplyStoreLimits
  private let cached: CachedQueries
  private var store: ReplyStore?
  private var reporter = ProblemReporter()
  /// The reason if the cache is unavailable, shown in its status.
  private var problem: String?
  private var openedMs: Int?
  private var sweptMs: Int?

  private static let reopenMs = 60_000
  private static let sweepMs = 3_600_000

  /// Creates a file, which adds its queries to `cached` when it is opened.
  package init(
    at path: String,
    limits: ReplyStoreLimits = ReplyStoreLimits(),
    cached: CachedQueries = CachedQueries()
  ) {
    self.path = path
    self.cached = cached
    self.limits = limits
  }

  package mutating func open() -> [StorageEvent] {
    openedMs = UnixClock.nowMs
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try ReplyStore(at: path, limits: limits)
      self.store = store
      cached.complete(with: try store.keyHashes(atMost: CachedQueries.maxCount + 1))
      return store.notes.map { .log(.warning, $0) }
    } catch {
      return failed(error)
    }
  }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [ProviderCacheJob]) -> [StorageEvent] {
    batch.flatMap { run($0, UnixClock.nowMs) }
  }

  private mutating func run(_ job: ProviderCacheJob, _ nowMs: Int) -> [StorageEvent] {
    var events: [StorageEvent] = []
    if store == nil, abs(nowMs - (openedMs ?? 0)) > ProviderCacheFile.reopenMs { events += open() }
    do {
      sweep(nowMs)
      if let event = try perform(job, nowMs) { events.append(.hub(event)) }
      if case .store = job, store != nil { problem = nil }
    } catch {
      events += failed(error)
      if let event = job.failed(problem ?? JSONCodec.describe(error)) { events.append(.hub(event)) }
    }
    return events
  }

  private func perform(_ job: ProviderCacheJob, _ nowMs: Int) throws -> Event? {
    switch job {
    case .lookUp(let query, let operation):
      let stored = try store?.find(CachedReplyCodec.key(query), nowMs: nowMs)
      return .lookupCompleted(operation: operation, stored.flatMap(CachedReplyCodec.decode))
    case .store(let reply, let query):
      try store?.save(CachedReplyCodec.encode(reply, query), for: CachedReplyCodec.key(query))
      return nil
    case .recordSearch(let search):
      try store?.note(search)
      return nil
    case .perform(let action, let operation):
      return .cacheActionCompleted(operation: operation, try report(action, nowMs))
    }
  }

  private func report(_ action: CacheAction, _ nowMs: Int) throws -> CacheReport {
    guard let store else { return .failed(problem ?? "\(path) is not open.") }
    switch action {
    case .status: break
    case .clear: try store.clear()
    case .pin(let ids, let isPinned):
      guard try store.pin(ids.map { "\($0)" }, isPinned: isPinned) else {
        return .failed("More than \(limits.maxPins) ids cannot be pinned.")
      }
    case .unpinAll: try store.unpinAll()
    case .library: return .failed("The library is another file.")
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
      entries: try store.count(),
      bytes: store.bytes,
      bytesMax: limits.maxBytes,
      pinned: try store.pinCount()
    )
    status.oldestMs = try store.oldestMs().map { max(0, nowMs - $0) }
    status.problem = problem
    return .status(status)
  }

  /// Removes expired replies, once an hour.
  private mutating func sweep(_ nowMs: Int) {
    guard abs(nowMs - (sweptMs ?? 0)) > ProviderCacheFile.sweepMs else { return }
    sweptMs = nowMs
    try? store?.removeExpired(nowMs: nowMs)
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    problem = "\(path) cannot be used. \(JSONCodec.describe(error))"
    let events = reporter.report("The provider cache failed. \(JSONCodec.describe(error))")
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return events }
    store = nil
    guard let aside = try? ReplyStore.moveAside(path) else { return events }
    let note = "The cache \(path) is corrupt; moved it to \(aside) and created a new one."
    return events + [.log(.warning, note)] + open()
  }
}
