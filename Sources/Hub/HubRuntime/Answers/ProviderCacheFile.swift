internal import BusProtocol
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// The file of kept answers, and what becomes of it when the disk is full or the file damaged: the
/// hub goes on without, and it is told.
struct ProviderCacheFile {
  private let path: String
  private let limits: ReplyStoreLimits
  private let log: HubLog
  private var store: ReplyStore?
  /// Why it cannot be used as it should, and when that was last told.
  private(set) var problem: String?
  private var toldMs: Int?
  private var sweptMs: Int?

  /// The same trouble is told once in this time; a file that could not be opened is tried again.
  private static let patienceMs = 60_000
  private static let sweepMs = 3_600_000

  init(_ path: String, _ limits: ReplyStoreLimits, _ log: HubLog) {
    self.path = path
    self.limits = limits
    self.log = log
  }

  mutating func open() {
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try ReplyStore(at: path, limits: limits)
      for note in store.notes { log.write(.warning, note) }
      self.store = store
    } catch {
      failed(error, nowMs: WallClock.unixMs)
    }
  }

  mutating func close() { store = nil }

  /// Does a job.
  ///
  /// - Returns: what is to be told of it.
  mutating func run(_ job: ProviderCache.Job, nowMs: Int) -> Event? {
    if store == nil, nowMs - (toldMs ?? 0) > ProviderCacheFile.patienceMs { open() }
    do {
      sweep(nowMs)
      let event = try done(job, nowMs)
      if case .keep = job, store != nil { problem = nil }
      return event
    } catch {
      failed(error, nowMs: nowMs)
      switch job {
      case .find(_, let ticket): return .answerFound(ticket: ticket, nil)
      case .order(_, let ticket): return .cacheTold(ticket: ticket, .failed("\(error)"))
      case .keep, .note: return nil
      }
    }
  }

  private func done(_ job: ProviderCache.Job, _ nowMs: Int) throws -> Event? {
    switch job {
    case .find(let text, let ticket):
      let found = try store?.find(CachedReplyCodec.key(text), nowMs: nowMs).flatMap(
        CachedReplyCodec.answer
      )
      return .answerFound(ticket: ticket, found)
    case .keep(let answer, let text):
      try store?.save(CachedReplyCodec.snapshot(answer, text), for: CachedReplyCodec.key(text))
      return nil
    case .note(let search):
      try store?.note(search)
      return nil
    case .order(let order, let ticket):
      return .cacheTold(ticket: ticket, try report(order, nowMs))
    }
  }

  private func report(_ order: CacheAction, _ nowMs: Int) throws -> CacheReport {
    guard let store else { return .failed(problem ?? "The file is not open.") }
    switch order {
    case .status: break
    case .clear: try store.clear()
    case .pin(let ids, let isPinned):
      guard try store.pin(ids.map { "\($0)" }, isPinned: isPinned) else {
        return .failed("More than \(limits.pinsMax) ids cannot be pinned.")
      }
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
      answers: try store.count(),
      bytes: store.bytes,
      bytesMax: limits.bytesMax,
      pinned: try store.pinCount()
    )
    status.oldestMs = try store.oldestMs().map { max(0, nowMs - $0) }
    status.problem = problem
    return .status(status)
  }

  /// Forgets what is too old, now and then.
  private mutating func sweep(_ nowMs: Int) {
    guard abs(nowMs - (sweptMs ?? 0)) > ProviderCacheFile.sweepMs else { return }
    sweptMs = nowMs
    try? store?.forgetOld(nowMs: nowMs)
  }

  private mutating func failed(_ error: any Error, nowMs: Int) {
    let text = "\(error)"
    if problem != text || abs(nowMs - (toldMs ?? 0)) > ProviderCacheFile.patienceMs {
      log.write(.error, "Answers cannot be kept as they should: \(text)")
      toldMs = nowMs
    }
    problem = text
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return }
    store = nil
    guard let aside = try? ReplyStore.setAside(path) else { return }
    log.write(.warning, "The cache \(path) is damaged; it is kept as \(aside), and begun anew.")
    open()
  }
}
