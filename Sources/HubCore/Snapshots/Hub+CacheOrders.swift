import BusProtocol
import MusicModel

/// Orders of clients about the answers that are kept.
extension Hub {
  private static let recentDefault = 20

  /// - Returns: whether the method is one of them; it is taken then, and answered when it is done.
  mutating func answeredFromCacheDesk(
    _ method: Method,
    _ parameters: CallParameters,
    of call: String,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    let order: CacheOrder
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
    guard cacheDesk.waiting.count < CacheDesk.waitingMax else {
      throw Failure(.busy, "Too many orders wait already.", retryAfterMs: 1000)
    }
    if order == .clear {
      cache.clear()
      pages.removeAll()
    }
    let ticket = nextNumber()
    cacheDesk.waiting[ticket] = .init(client: session.peer, sid: session.sid, call: call)
    act(.orderCache(order, ticket: ticket))
    return true
  }

  /// Every id under which an entity is known.
  private mutating func names(of id: EntityID?) -> [EntityID] {
    guard let id else { return [] }
    let known = memory.recall(id)?.ids ?? []
    let linked = providers.keys.sorted().compactMap { provider -> EntityID? in
      guard case .linked(let native) = links.link(of: id, at: provider, now: now) else {
        return nil
      }
      return native
    }
    return Set([id] + known + linked).sorted()
  }

  mutating func cacheTold(_ ticket: Int, _ report: CacheReport) {
    guard let waiting = cacheDesk.waiting.removeValue(forKey: ticket),
      clients[waiting.client]?.sid == waiting.sid
    else { return }
    var done = Done()
    switch report {
    case .status(let status): done.cache = status
    case .recent(let searches): done.recent = searches
    case .failed(let problem):
      let header = Header(type: .error, re: waiting.call, sid: waiting.sid)
      let failure = Failure(.internalError, "The kept answers cannot be used: \(problem)")
      send(header, failure, to: waiting.client)
      return
    }
    let header = Header(type: .done, re: waiting.call, sid: waiting.sid)
    guard !send(header, done, to: waiting.client) else { return }
    let failure = Failure(.tooLarge, "What there is to tell is too large for one message.")
    send(Header(type: .error, re: waiting.call, sid: waiting.sid), failure, to: waiting.client)
  }

  /// The hub stops: nobody waits for what is done with the cache.
  mutating func refuseCacheOrders(_ failure: Failure) {
    for (_, waiting) in cacheDesk.waiting.sorted(by: { $0.key < $1.key })
    where clients[waiting.client]?.sid == waiting.sid {
      send(Header(type: .error, re: waiting.call, sid: waiting.sid), failure, to: waiting.client)
    }
    cacheDesk.waiting = [:]
  }
}
