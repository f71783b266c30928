import BusProtocol
import MusicModel

/// Orders of clients about the answers that are kept.
extension Hub {
  private static let recentDefault = 20

  /// - Returns: whether the method is one of them; it is taken then, and answered when it is done.
  mutating func answeredFromCacheDesk(
    _ method: Method,
    _ parameters: CallParameters,
    of header: Header,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    let order: CacheAction
    switch method {
    case .cacheStatus: order = .status
    case .clearCache: order = .clear
    case .pinAnswers, .unpinAnswers:
      try parameters.check(for: method, receiver: .hub)
      order = .pin(names(of: parameters.id), isPinned: method == .pinAnswers)
    case .recentSearches:
      try parameters.check(for: method, receiver: .hub)
      order = .recent(limit: parameters.limit ?? Hub.recentDefault)
    default: return false
    }
    guard settings.keepsAnswers else {
      throw Failure(.internalError, "This hub keeps no answers.")
    }
    guard cacheDesk.waiting.count < CacheCommandQueue.waitingMax else {
      throw Failure(.busy, "Too many orders wait already.", retryAfterMs: 1000)
    }
    let ticket = try ticket(for: header, parameters, of: session)
    if order == .clear {
      replyCaches.clear(because: .cleared)
    }
    let number = nextNumber()
    cacheDesk.waiting[number] = ticket
    act(.orderCache(order, ticket: number))
    awaitDisk()
    return true
  }

  /// Every id under which an entity is known.
  private mutating func names(of id: EntityID?) -> [EntityID] {
    guard let id else { return [] }
    let known = entityIndex.entity(id)?.ids ?? []
    let linked = providers.keys.compactMap { entityIndex.linked(id, at: $0, now: turn.now) }
    return Set([id] + known + linked).sorted()
  }

  mutating func cacheTold(_ number: Int, _ report: CacheReport) {
    guard let ticket = cacheDesk.waiting.removeValue(forKey: number) else { return }
    awaitDisk()
    var done = Done()
    switch report {
    case .status(let status): done.cache = status
    case .recent(let searches): done.recent = searches
    case .failed(let problem):
      let text = "The kept answers cannot be used: \(problem)"
      return reply(Failure(.internalError, text), to: ticket)
    }
    guard !reply(done, to: ticket) else { return }
    let text = "What there is to tell is too large for one message."
    reply(Failure(.tooLarge, text), to: ticket)
  }

  /// What a hung disk has not done in time may still be done; nobody waits for it any longer.
  mutating func cacheOrdersAreOverdue() {
    let time = turn.now
    let text = "The disk with the kept answers has not answered in time; try again later."
    for ticket in cacheDesk.take({ $0.mark <= time }) {
      reply(Failure(.deadlineExceeded, text), to: ticket)
    }
  }

  /// - Returns: whether the call is such an order.
  mutating func cancelCacheOrder(_ call: String, of sid: String) -> Bool {
    let found = cacheDesk.take { $0.isOf(call, sid) }
    for ticket in found {
      reply(Failure(.cancelled, "The call was cancelled; it may be done all the same."), to: ticket)
    }
    if !found.isEmpty { awaitDisk() }
    return !found.isEmpty
  }

  /// The hub stops: nobody waits for what is done with the cache.
  mutating func refuseCacheOrders(_ failure: Failure) {
    for ticket in cacheDesk.take({ _ in true }) { reply(failure, to: ticket) }
  }
}
