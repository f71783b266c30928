import BusProtocol
import EntityResolution
import MusicModel

/// The calls to providers: a lane for each, and the budgets of requests that they share.
///
/// A call is looked up in the cache of replies, waits in its lane, and is sent; equal ones in flight are one. Who waits for it is
/// listed in the call, and gets what comes of it as `LaneNews`.
struct Lanes: Sendable {
  /// A message to a provider.
  enum Message: Sendable {
    case call(Header, CallParameters)
    case cancel(ProviderCallID)
  }

  let settings: HubSettings
  var lanes: [ProviderID: Lane] = [:]
  var budgets = UpstreamBudgets()
  /// Messages that wait to be sent, in order.
  private var outbox: [(provider: ProviderID, message: Message)] = []
  /// The lanes in which a call may be sent that could not be sent before.
  private var changed: Set<ProviderID> = []

  init(settings: HubSettings) { self.settings = settings }

  subscript(provider: ProviderID) -> Lane { lanes[provider] ?? Lane() }

  /// Changes a lane so that calls may be sent then: it is looked at in ``dispatch(_:)``. A change that cannot make room for a call,
  /// such as of a figure, updates `lanes` alone.
  mutating func change(_ provider: ProviderID, _ change: (inout Lane) -> Void) {
    changed.insert(provider)
    change(&lanes[provider, default: Lane()])
  }

  /// Budgets have changed, which several lanes may share.
  private mutating func changeAll() { changed.formUnion(lanes.keys) }

  /// A provider was too late for a call.
  mutating func setLate(_ provider: ProviderID) { lanes.update(provider) { $0.isLate = true } }
}

/// Questions of calls.
extension Lanes {
  /// The minimum time left for its provider at which a call is still sent, in milliseconds.
  private static let minUsefulMs = 100

  /// Joins an equal call, or begins one.
  mutating func ask(_ query: ProviderQuery, for waiter: Waiter, _ turn: inout Turn) {
    do throws(Failure) {
      try tryAsk(query, for: waiter, &turn)
    } catch {
      let reply = ProviderReply(provider: query.provider, submitted: turn.now)
      tell([waiter], query.provider, .ended(reply, .rejected(.init(error))), &turn)
    }
  }

  mutating func tryAsk(
    _ query: ProviderQuery,
    for waiter: Waiter,
    _ turn: inout Turn
  ) throws(Failure) {
    let provider = query.provider
    if let call = self[provider].call(equalTo: query) {
      change(provider) { lane in lane.update(call.id) { $0.add(waiter) } }
      offerCached(of: call, to: [waiter], &turn)
      if call.isDeferred { tell([waiter], provider, .deferred(true), &turn) }
      if !call.reply.records.isEmpty { tell([waiter], provider, .progressed(call.reply), &turn) }
    } else if isCacheable(query, turn) {
      lookUp(query, for: waiter, &turn)
    } else {
      try admit(query, isBackground: waiter.isBackground, until: waiter.deadline, turn.now)
      enqueue(newCall(query, for: waiter, .queued, &turn), &turn)
    }
  }

  /// A waiter does not wait any more. If it keeps the reply, its call continues, and the reply is stored; a call without waiters ends.
  mutating func leave(
    _ waiter: WaiterID,
    at provider: ProviderID,
    keepsReply: Bool,
    _ turn: inout Turn
  ) {
    guard let id = self[provider].call(of: waiter)?.id else { return }
    change(provider) { lane in
      lane.update(id) { keepsReply ? $0.detach(waiter) : $0.remove(waiter) }
    }
    if self[provider][id]?.waiters.isEmpty == true { abandon(id, at: provider, &turn) }
  }

  /// Tells waiters the result of their call, and the hub that of a call without waiters.
  func tell(_ waiters: [Waiter], _ provider: ProviderID, _ news: LaneNews, _ turn: inout Turn) {
    for waiter in waiters { turn.post(.news(news, of: provider, for: waiter)) }
  }

  func newCall(
    _ query: ProviderQuery,
    for waiter: Waiter,
    _ state: LaneCall.State,
    _ turn: inout Turn
  ) -> LaneCall {
    let id = ProviderCallID(number: turn.nextNumber())
    return LaneCall(id, query, for: waiter, state, now: turn.now)
  }

  /// Adds a call that waits for its provider.
  mutating func enqueue(_ call: LaneCall, _ turn: inout Turn) {
    var call = call
    (call.state, call.admitted) = (.queued, turn.now)
    change(call.query.provider) { lane in
      lane.add(call)
      lane.statistics.calls += 1
    }
  }

  /// Rejects a query that must not be sent, or could not be sent in time.
  mutating func admit(
    _ query: ProviderQuery,
    isBackground: Bool,
    until deadline: Instant,
    _ now: Instant
  ) throws(Failure) {
    guard !query.isOffline else {
      throw Failure(.notCached, "Not cached, and the call does not allow contacting the provider.")
    }
    guard let lane = lanes[query.provider], lane.declaration != nil else {
      throw Failure(.providerLost, "It no longer exists.")
    }
    guard lane.queuedCount < settings.maxQueued else {
      let problem = "Its queue is full (\(settings.maxQueued) calls)."
      throw Failure(.busy, problem, retryAfterMs: 1000)
    }
    let cost = lane.cost(of: query.method, isBackground: isBackground)
    let earliest = budgets.earliest(cost, for: query.provider, at: now)
    guard earliest + Lanes.minUsefulMs <= deadline || earliest == now else {
      throw budgets.refusal(of: cost, for: query.provider, at: now)
    }
    var breaker = lane.breakers[cost.upstreams] ?? CircuitBreaker()
    try breaker.admit(at: now, deadline: deadline)
    lanes[query.provider]?.breakers[cost.upstreams] = breaker
  }
}

/// What is sent, and when.
extension Lanes {
  /// Sends what can be sent, and sets the timers. The hub calls it whenever no work is left, so that the order of the work does not matter.
  ///
  /// - Returns: messages to providers, in order.
  mutating func dispatch(_ turn: inout Turn) -> [(provider: ProviderID, message: Message)] {
    let providers = changed.sorted()
    changed = []
    for provider in providers where lanes[provider] != nil {
      sendQueued(of: provider, &turn)
      // A hub that stalled may not have read how the provider ended a call.
      let stallDue = self[provider].stallDue.map { max($0, turn.graceUntil) }
      turn.timers.set(.lane(provider), due: self[provider].due)
      turn.timers.set(.laneStall(provider), due: stallDue)
    }
    defer { outbox = [] }
    return outbox
  }

  /// Sends queued calls, as far as the provider has room and budgets allow.
  private mutating func sendQueued(of provider: ProviderID, _ turn: inout Turn) {
    guard self[provider].queuedCount > 0 else {
      return lanes.update(provider) { $0.retry = nil }
    }
    let upstreams = self[provider].declaration?.methods.values.flatMap(\.cost.keys) ?? []
    var blocked = BlockedUpstreams(all: budgets.isAwaitingStored ? Set(upstreams) : [])
    var retry: Instant?
    var hopeless: [ProviderCallID] = []
    while self[provider].hasRoom, let call = self[provider].next(blocked) {
      let cost = self[provider].cost(of: call)
      switch budgets.reserve(cost, for: provider, at: turn.now) {
      case .granted(let grant): send(call, grant, &turn)
      case .notBefore(let time, let next, let refusing):
        blocked.insert(refusing, for: cost)
        // Without a known time, refunds decide; but a cool-down ends.
        let wake = next ?? time
        if wake > turn.now { retry = min(retry ?? wake, wake) }
        guard time > turn.now else { continue }
        let lane = self[provider]
        hopeless += lane.queued
          .filter { $0.deadline < time + Lanes.minUsefulMs && lane.cost(of: $0) == cost }
          .map(\.id)
      }
    }
    // Calls that would be sent too late expire now.
    for id in hopeless { timeOut(id, at: provider, &turn) }
    lanes.update(provider) { $0.retry = retry }
    noteDeferred(at: provider, &turn)
  }

  private mutating func send(_ call: LaneCall, _ grant: Grant, _ turn: inout Turn) {
    let provider = call.query.provider
    lanes.update(provider) { lane in lane.update(call.id) { $0.markSent(at: turn.now, grant) } }
    if call.isDeferred { tell(call.waiters, provider, .deferred(false), &turn) }
    let timeoutMs = max(1, call.deadline - turn.now)
    var parameters = call.query.parameters
    parameters.grant = grant.requests.isEmpty ? nil : grant.requests
    let (id, method) = (call.id.text, call.query.method)
    let header = Header(type: .call, id: id, method: method, timeoutMs: timeoutMs)
    outbox.append((provider, .call(header, parameters)))
  }

  /// Notes which queued calls wait only for budgets, none of which cools down.
  private mutating func noteDeferred(at provider: ProviderID, _ turn: inout Turn) {
    let mayWait = !budgets.isAwaitingStored && self[provider].hasRoom
    for call in self[provider].queued {
      let cost = self[provider].cost(of: call)
      let isDeferred = mayWait && budgets.defers(cost, for: provider, at: turn.now)
      guard isDeferred != call.isDeferred else { continue }
      lanes.update(provider) { lane in lane.update(call.id) { $0.isDeferred = isDeferred } }
      tell(call.waiters, provider, .deferred(isDeferred), &turn)
    }
  }
}

/// Time, and the end of calls.
extension Lanes {
  /// Handles the calls of a provider that have waited long enough.
  mutating func timerFired(_ provider: ProviderID, _ turn: inout Turn) {
    changed.insert(provider)
    for call in self[provider].sorted {
      guard let due = call.due, due <= turn.now else { continue }
      if case .lookingUp(let until) = call.state, until <= turn.now, turn.now < call.deadline {
        proceedAfterLookup(call.id, at: provider, &turn)
      } else {
        timeOut(call.id, at: provider, &turn)
      }
    }
  }

  /// Why a provider is stalled, even if it replies to pings; `nil` if it is not.
  func stallReason(of provider: ProviderID, at now: Instant) -> String? {
    guard let due = self[provider].stallDue, due <= now else { return nil }
    return "a call was still running \(settings.cancelTimeoutMs) ms after its deadline"
  }

  private mutating func timeOut(
    _ id: ProviderCallID,
    at provider: ProviderID,
    _ turn: inout Turn
  ) {
    guard let call = self[provider][id] else { return }
    let reason = pendingReason(of: call, turn.now)
    let isForResult = call.waiters.contains { $0.purpose == .reply && $0.id != nil }
    if call.sentAt != nil, isForResult { setLate(provider) }
    abandon(id, at: provider, &turn)
    fail(call, reason, &turn)
  }

  /// Ends a call without waiters; if its provider works on it, the provider is told to end it.
  mutating func abandon(_ id: ProviderCallID, at provider: ProviderID, _ turn: inout Turn) {
    guard let call = self[provider][id], !call.isAbandoned else { return }
    guard call.sentAt != nil else { return change(provider) { $0.remove(id) } }
    recordTimeout(of: call, turn)
    let timeout = call.deadline + settings.cancelTimeoutMs
    change(provider) { $0.abandon(id, until: timeout) }
    outbox.append((provider, .cancel(id)))
  }

  /// Removes a call that its provider has ended, and settles its budget.
  ///
  /// `spent` contains the requests that it made at each upstream; `nil` if unknown.
  mutating func settle(_ call: LaneCall, spent: [String: Int]?, _ turn: inout Turn) {
    let requests = (spent ?? call.grant.requests).values
      .reduce(0) { $0 + $1.clamped(to: 0...1_000) }
    let provider = call.query.provider
    change(provider) { lane in
      lane.remove(call.id)
      if let sent = call.sentAt { lane.statistics.latency.note(turn.now - sent) }
      lane.statistics.requests += requests
    }
    let (grant, start) = (call.grant, call.sentAt)
    budgets.settle(grant, of: provider, spent: spent, since: start, at: turn.now)
    changeAll()
  }

  /// Tells the waiters of a call that it failed; those with a later deadline than the call ask again.
  mutating func fail(
    _ call: LaneCall,
    _ reason: SourceReport.SourceError,
    _ turn: inout Turn
  ) {
    var failed: [Waiter] = []
    for waiter in call.waiters {
      let hasTime = reason.code == .deadlineExceeded && waiter.deadline > call.deadline
      if hasTime, waiter.id != nil, (try? tryAsk(call.query, for: waiter, &turn)) != nil {
        continue
      }
      failed.append(waiter)
    }
    tell(failed, call.query.provider, .ended(call.reply, .failed(reason)), &turn)
  }

  /// Ends all calls without replies, as the hub stops.
  mutating func stop() {
    for provider in lanes.keys {
      change(provider) { lane in
        lane.removeAll()
        lane.declaration = nil
      }
    }
  }
}

/// Sessions of providers, as far as calls are concerned.
extension Lanes {
  /// Accepts calls for a provider that has a session now; replies before `sinceMs` are those of other code.
  mutating func open(
    _ provider: ProviderID,
    _ declaration: Descriptor,
    _ trust: ProviderTrust,
    sinceMs: Int,
    at now: Instant
  ) {
    change(provider) { lane in
      (lane.declaration, lane.sinceMs, lane.isLate) = (declaration, sinceMs, false)
    }
    budgets.declare(declaration.budgets, trust, by: provider, at: now)
    changeAll()
  }

  /// Fails all calls of a provider that has lost its session.
  ///
  /// The provider can make its last request at `mayRunUntil`, or, if that is `nil`, at the deadline
  /// of its call.
  mutating func close(
    _ provider: ProviderID,
    because reason: String,
    mayRunUntil: Instant?,
    _ turn: inout Turn
  ) {
    let calls = self[provider].sorted
    for call in calls where call.isInFlight {
      let end = min(call.deadline, mayRunUntil ?? call.deadline)
      budgets.forfeit(call.grant, of: provider, until: end, at: turn.now)
    }
    outbox.removeAll { $0.provider == provider }
    change(provider) { lane in
      (lane.declaration, lane.isLate) = (nil, false)
      lane.removeAll()
    }
    for call in calls where !call.isAbandoned {
      lanes[provider]?.statistics.failures += 1
      fail(call, .init(.providerLost, "It was lost: \(reason)."), &turn)
    }
    changeAll()
  }

  mutating func remove(_ provider: ProviderID, because reason: String, _ turn: inout Turn) {
    // Its budgets limit no other lane any more.
    budgets.withdraw(provider)
    close(provider, because: reason, mayRunUntil: turn.now, &turn)
    lanes[provider] = nil
    turn.timers.cancel(.lane(provider))
    turn.timers.cancel(.laneStall(provider))
  }

  /// Restores the budgets of an earlier hub, even if they arrive late.
  mutating func budgetsLoaded(_ stored: [StoredBudget], _ turn: inout Turn) {
    changeAll()
    turn.timers.cancel(.budgetsTimeout)
    budgets.restore(stored, at: turn.now, unixMs: turn.unixMs)
  }

  mutating func budgetsTimedOut() {
    changeAll()
    budgets.stopAwaitingStored()
  }
}
