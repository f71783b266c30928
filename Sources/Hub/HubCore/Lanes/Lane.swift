import BusProtocol
import MusicModel

/// The calls to one provider, and what is known of it from earlier ones.
struct Lane: Sendable {
  /// The descriptor of the session; `nil` while the provider has none.
  var declaration: Descriptor?
  /// The time before which other code replied under this id, in milliseconds since 1970.
  var sinceMs = 0
  private(set) var calls: [ProviderCallID: LaneCall] = [:]
  /// The calls that equal queries join.
  private var byQuery: [ProviderQuery: ProviderCallID] = [:]
  /// The circuit breaker of each set of upstreams.
  var breakers: [[String]: CircuitBreaker] = [:]
  var statistics = ProviderStatistics()
  /// Whether it was too late for a call, and has not replied since: calls do not wait for it again.
  var isLate = false
  /// The time at which budgets allow the next queued call, if that is known.
  var retry: Instant?

  subscript(id: ProviderCallID) -> LaneCall? { calls[id] }

  /// The call whose reply a waiter gets, or `nil`.
  func call(of waiter: WaiterID) -> LaneCall? {
    calls.values.first { $0.waiters.contains { $0.id == waiter } }
  }

  /// The call that an equal query joins, or `nil`.
  func call(equalTo query: ProviderQuery) -> LaneCall? { byQuery[query].flatMap { calls[$0] } }

  /// All calls, the oldest first.
  var sorted: [LaneCall] { calls.values.sorted { $0.id < $1.id } }
  var queued: [LaneCall] { sorted.filter(\.isQueued) }
  var queuedCount: Int { calls.values.count(where: \.isQueued) }
  var inFlightCount: Int { calls.values.count(where: \.isInFlight) }
  /// The number of calls that have neither ended nor been abandoned.
  var activeCount: Int { calls.values.count { !$0.isAbandoned } }

  /// Whether the provider takes another call.
  var hasRoom: Bool { declaration.map { inFlightCount < $0.inflight } ?? false }

  mutating func add(_ call: LaneCall) {
    calls[call.id] = call
    byQuery[call.query] = call.id
  }

  mutating func remove(_ id: ProviderCallID) {
    if let call = calls.removeValue(forKey: id), byQuery[call.query] == id {
      byQuery[call.query] = nil
    }
  }

  mutating func removeAll() { (calls, byQuery) = ([:], [:]) }

  mutating func update(_ id: ProviderCallID, _ change: (inout LaneCall) -> Void) {
    calls.update(id, change)
  }

  /// A call has no waiters any more, but occupies its provider until then at the latest.
  mutating func abandon(_ id: ProviderCallID, until time: Instant) {
    if let query = calls[id]?.query, byQuery[query] == id { byQuery[query] = nil }
    update(id) { $0.abandon(until: time) }
  }

  /// The requests that a call costs at each upstream.
  func cost(of call: LaneCall) -> CallCost {
    cost(of: call.query.method, isBackground: call.isBackground)
  }

  func cost(of method: Method, isBackground: Bool = false) -> CallCost {
    CallCost(declaration?.methods[method.rawValue], isBackground: isBackground)
  }

  /// The next call to send, of those that need no blocked upstream.
  ///
  /// It is the oldest of the client with the fewest calls in flight there. Background calls come last, after calls
  /// for which no client waits.
  func next(_ blocked: BlockedUpstreams) -> LaneCall? {
    var clients: [Peer: Int] = [:]
    for call in calls.values where call.isInFlight {
      if let client = call.client { clients[client, default: 0] += 1 }
    }
    func order(_ call: LaneCall) -> (Int, Int, Int) {
      let count = call.client.map { clients[$0] ?? 0 } ?? .max
      return (call.isBackground ? 1 : 0, count, call.id.number)
    }
    return calls.values.filter { call in
      guard call.isQueued else { return false }
      let cost = cost(of: call)
      return blocked.upstreams(cost).isDisjoint(with: cost.requests.keys)
    }.min { order($0) < order($1) }
  }

  /// The time at which one of its calls has waited long enough, or the next one can be sent.
  var due: Instant? {
    [calls.values.lazy.compactMap(\.due).min(), retry].compactMap(\.self).min()
  }

  /// The time by which the provider must have ended an abandoned call.
  var stallDue: Instant? { calls.values.lazy.compactMap(\.stallDue).min() }
}

/// A call to a provider: the only record of it.
///
///     lookingUp ─► queued ─► sent ─────────► ended by the provider
///         │          │         └► abandoned ─► ended by the provider, or with its process
///         └──────────┴─► ended: a cached reply, a deadline, no waiter, or the loss of the provider
struct LaneCall: Sendable {
  enum State: Hashable, Sendable {
    /// The cache is being searched, until then at the latest.
    case lookingUp(until: Instant)
    /// It waits for its provider.
    case queued
    /// The provider works on it.
    case sent(at: Instant)
    /// It has no waiters, but occupies its provider, which must have ended it by then.
    case abandoned(until: Instant)
  }

  let id: ProviderCallID
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
  var isDeferred = false

  init(
    _ id: ProviderCallID,
    _ query: ProviderQuery,
    for waiter: Waiter,
    _ state: State,
    now: Instant
  ) {
    self.id = id
    self.query = query
    self.state = state
    admitted = now
    waiters = [waiter]
    deadline = waiter.deadline
    reply = ProviderReply(provider: query.provider, submitted: now)
  }

  var sentAt: Instant? { if case .sent(let time) = state { time } else { nil } }
  var isQueued: Bool { state == .queued }
  var isLookingUp: Bool { if case .lookingUp = state { true } else { false } }
  var isAbandoned: Bool { if case .abandoned = state { true } else { false } }
  /// Whether the provider has not yet ended it.
  var isInFlight: Bool { sentAt != nil || isAbandoned }

  /// The time at which it has waited long enough; `nil` without waiters.
  var due: Instant? {
    switch state {
    case .lookingUp(let until): min(until, deadline)
    case .queued, .sent: deadline
    case .abandoned: nil
    }
  }

  var stallDue: Instant? { if case .abandoned(let until) = state { until } else { nil } }

  /// The first client that waits for it.
  var client: Peer? { waiters.lazy.compactMap(\.client).first }

  /// Whether none of its waiters needs it.
  var isBackground: Bool { waiters.allSatisfy(\.isBackground) }

  /// Whether a waiter wants a reply that does not come from the cache.
  var bypassesCache: Bool { waiters.contains(where: \.bypassesCache) }

  /// Whether a client wants a new reply, and so no older one from the hub's other caches either.
  ///
  /// Checks in the background want one for themselves.
  var renewsReplies: Bool { waiters.contains { $0.bypassesCache && $0.id != nil } }

  mutating func add(_ waiter: Waiter) {
    waiters.append(waiter)
    if sentAt == nil { deadline = max(deadline, waiter.deadline) }
  }

  mutating func remove(_ waiter: WaiterID) {
    waiters.removeAll { $0.id == waiter }
    if sentAt == nil, let latest = waiters.map(\.deadline).max() { deadline = latest }
  }

  mutating func detach(_ waiter: WaiterID) {
    for index in waiters.indices where waiters[index].id == waiter { waiters[index].detach() }
  }

  mutating func markSent(at now: Instant, _ grant: Grant) {
    state = .sent(at: now)
    self.grant = grant
    isDeferred = false
  }

  mutating func abandon(until time: Instant) {
    waiters = []
    reply.removeRecords()
    isDeferred = false
    state = .abandoned(until: time)
  }

  /// Adds the last records of a reply, with its notes and the position of the next records.
  mutating func append(_ done: Done, maxCount: Int, maxTextLength: Int) {
    if let items = done.items { reply.append(items, maxCount: maxCount) }
    reply.skip(done.skipped ?? 0)
    reply.takePosition(from: done, after: query.parameters.listPosition)
    reply.takeReport(from: done)
    reply.takeNotes(from: done, maxLength: maxTextLength)
  }
}

/// The id of a question that a call asks a provider.
struct WaiterID: Hashable, Sendable {
  let call: ClientCallID
  /// Counted from 1 in each call.
  let number: Int
}

/// Who waits for the reply to a provider call, which several may share.
struct Waiter: Sendable {
  /// What the reply is wanted for.
  enum Purpose: Hashable, Sendable {
    /// It is part of the result.
    case reply
    /// The provider's id of an entity is searched.
    case linking(EntityID, as: SearchTerms)
    /// One of several artists of a name is looked up.
    case namesake
    /// The bytes of a picture or sound.
    case media
  }

  /// `nil` if no call waits any more: the reply is stored.
  private(set) var id: WaiterID?
  let purpose: Purpose
  /// The client of its call, for fairness between clients.
  private(set) var client: Peer?
  let deadline: Instant
  /// Whether a cached reply does not suffice.
  private(set) var bypassesCache: Bool
  /// Whether no call needs the reply: it is a picture, or a request of the hub itself.
  let isBackground: Bool
  /// Whether it waited for the end of a cool-down already.
  private(set) var wasRefused = false

  init(
    _ id: WaiterID,
    _ purpose: Purpose,
    client: Peer,
    deadline: Instant,
    bypassesCache: Bool,
    isBackground: Bool
  ) {
    self.id = id
    self.purpose = purpose
    self.client = client
    self.deadline = deadline
    self.bypassesCache = bypassesCache
    self.isBackground = isBackground
  }

  /// The hub itself, which refreshes what it stores.
  init(ofHubUntil deadline: Instant, bypassesCache: Bool) {
    (purpose, isBackground) = (.reply, true)
    self.deadline = deadline
    self.bypassesCache = bypassesCache
  }

  /// The waiter for a call that is made again after a cool-down, once.
  var afterRefusal: Waiter {
    var waiter = self
    waiter.wasRefused = true
    return waiter
  }

  /// Its client call ended without the reply, which is still used when it arrives.
  mutating func detach() { (id, client, bypassesCache) = (nil, nil, false) }
}

/// What a lane tells those who wait for a call.
enum LaneNews: Sendable {
  /// The reply has new records.
  case progressed(ProviderReply)
  /// The cache has an older reply, which does not end the call.
  case cachedReplyFound(CachedReply)
  /// The call waits for a request budget, or no longer does.
  case deferred(Bool)
  /// Its source refused it until the time that the error states, and it is made again then.
  case refused(SourceReport.SourceError)
  case ended(ProviderReply, ProviderCallResult)
}

/// The upstreams that refuse calls at the moment.
struct BlockedUpstreams: Sendable {
  private var all: Set<String>
  /// Those that refuse only background calls.
  private var backgroundOnly: Set<String> = []

  init(all: Set<String> = []) { self.all = all }

  func upstreams(_ cost: CallCost) -> Set<String> {
    cost.isBackground ? all.union(backgroundOnly) : all
  }

  mutating func insert(_ names: [String], for cost: CallCost) {
    if cost.isBackground { backgroundOnly.formUnion(names) } else { all.formUnion(names) }
  }
}

/// Counts and times of the calls of one provider.
struct ProviderStatistics: Sendable {
  var calls = 0
  var failures = 0
  /// Requests that were made at upstreams.
  var requests = 0
  var latency = Latency()
}

/// The hub's id of a provider call; its text is the id of the message.
struct ProviderCallID: Hashable, Sendable, Comparable {
  let number: Int

  init(number: Int) { self.number = number }

  /// Parses the `re` of a reply.
  init?(_ text: String) {
    guard text.hasPrefix("q"), let number = Int(text.dropFirst()) else { return nil }
    self.number = number
  }

  var text: String { "q\(number)" }

  static func < (left: ProviderCallID, right: ProviderCallID) -> Bool { left.number < right.number }
}
