import BusProtocol
import MusicModel

/// A call to a provider: the only record of it.
struct ProviderCall: Sendable {
  enum State: Hashable, Sendable {
    /// The cache is being searched. → queued, sent, or removed
    case lookingUp
    /// It waits for its provider. → sent, or removed
    case queued
    /// The provider works on it. → abandoned, or removed
    case sent(at: Instant)
    /// It has no waiters, but occupies its provider until that has ended it. → removed
    case abandoned
  }

  let query: ProviderQuery
  private(set) var waiters: [Waiter]
  var state: State
  /// The time at which limits and circuit breaker let it pass.
  var admitted: Instant
  /// The latest deadline of the waiters that joined before the call was sent.
  private(set) var deadline: Instant
  private(set) var grant = Grant()
  var reply: ProviderReply
  var partsReceived = 0
  /// Whether it waits for a request budget.
  private(set) var isDeferred = false

  var provider: ProviderID { query.provider }

  init(_ query: ProviderQuery, for waiter: Waiter, state: State, now: Instant) {
    self.query = query
    self.state = state
    admitted = now
    waiters = [waiter]
    deadline = waiter.deadline
    reply = ProviderReply(provider: query.provider, submitted: now)
  }

  var sentAt: Instant? { if case .sent(let time) = state { time } else { nil } }
  var isLookingUp: Bool { state == .lookingUp }
  var isAbandoned: Bool { state == .abandoned }
  /// Whether it waits for its provider or occupies it.
  var isInQueue: Bool { state != .lookingUp }

  /// Whether none of its waiters needs it.
  var isExtra: Bool { waiters.allSatisfy(\.isExtra) }

  /// Whether a waiter wants a reply that does not come from the cache.
  var bypassesCache: Bool { waiters.contains(where: \.bypassesCache) }

  /// Whether a client wants a new reply, and so no older one from the hub's other caches either.
  ///
  /// Checks in the background want one for themselves.
  var renewsReplies: Bool { waiters.contains { $0.bypassesCache && !$0.isDetached } }

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
    if !isSent { deadline = max(deadline, waiter.deadline) }
  }

  mutating func remove(_ waiter: WaiterID) {
    waiters.removeAll { $0.id == waiter }
    if !isSent, let latest = waiters.map(\.deadline).max() { deadline = latest }
  }

  mutating func detach(_ waiter: WaiterID) {
    for index in waiters.indices where waiters[index].id == waiter { waiters[index].detach() }
  }

  mutating func append(_ items: LenientList<Entity>?, max: Int, _ turn: inout Turn) {
    guard let items else { return }
    reply.append(items, maxCount: max)
    if let problem = items.firstProblem {
      turn.logLimited(
        .debug,
        about: "\(provider)",
        "Provider \(provider) sent an unreadable record: \(problem)"
      )
    }
  }

  mutating func markSent(grant: Grant, _ turn: inout Turn) {
    state = .sent(at: turn.now)
    self.grant = grant
    setDeferred(false, &turn)
  }

  /// Adds the last records of a reply, with its notes and the position of the next records.
  mutating func append(_ done: Done, maxCount: Int, maxTextLength: Int, _ turn: inout Turn) {
    append(done.items, max: maxCount, &turn)
    reply.skip(done.skipped ?? 0)
    reply.takePosition(from: done, after: query.parameters.listPosition)
    reply.takeReport(from: done)
    reply.takeNotes(from: done, maxLength: maxTextLength)
  }

  mutating func setDeferred(_ isDeferred: Bool, _ turn: inout Turn) {
    guard isDeferred != self.isDeferred else { return }
    self.isDeferred = isDeferred
    turn.post(.stateChanged(waiters.map(\.id), provider, .deferred(isDeferred)))
  }

  /// Offers the cached reply to waiters, in case no new one arrives.
  func offerCached(to waiters: [WaiterID], _ turn: inout Turn) {
    guard turn.unixMs != nil, let cached = reply.cached else { return }
    turn.post(.stateChanged(waiters, provider, .cachedReplyFound(cached)))
  }

  /// Ends the call for its waiters.
  func deliver(_ reply: ProviderReply, _ result: ProviderCallResult, _ turn: inout Turn) {
    turn.post(.ended(waiters.map(\.id), reply, result))
  }

  mutating func abandon() {
    waiters = []
    reply.removeItems()
    state = .abandoned
  }

  private var isSent: Bool { sentAt != nil }
}
