import BusProtocol
import MusicModel

/// Admission and dispatch: within the limits of providers and upstreams, and fair between clients.
extension ProviderCalls {
  /// The minimum time left for its provider at which a call is still sent, in milliseconds.
  private static let minUsefulMs = 100

  /// Rejects a query that must not be sent, or could not be sent in time.
  mutating func admit(
    _ query: ProviderQuery,
    until deadline: Instant,
    _ now: Instant
  ) throws(Failure) {
    guard !query.isOffline else {
      throw Failure(.notCached, "Not cached, and the call does not allow contacting the provider.")
    }
    guard let queue = queues[query.provider], let declaration = queue.declaration else {
      throw Failure(.providerLost, "It is not there any more.")
    }
    guard queue.queued.count < settings.maxQueued else {
      let problem = "\(settings.maxQueued) calls wait for it already."
      throw Failure(.busy, problem, retryAfterMs: 1000)
    }
    let cost = declaration.cost(of: query.method)
    let earliest = budgets.earliest(cost, at: now)
    guard earliest + ProviderCalls.minUsefulMs <= deadline || earliest == now else {
      throw budgets.refusal(of: cost, at: now)
    }
    let key = BreakerKey(query.provider, cost)
    try breakers[key, default: CircuitBreaker()].admit(at: now, deadline: deadline)
  }

  /// Sends queued calls, as far as the provider has room and budgets allow.
  mutating func dispatch(_ provider: ProviderID, _ turn: inout Turn) {
    turn.timers.cancel(.providerCall(.dispatch(provider)))
    var blocked: Set<String> = []
    if budgets.isAwaitingStored, let queue = queues[provider] {
      blocked = queue.declaration?.upstreams ?? []
    }
    var next: Instant?
    while let queue = queues[provider], queue.hasRoom, let declaration = queue.declaration,
      let id = nextQueued(in: queue, declaration, blocked), let call = calls[id]
    {
      let cost = declaration.cost(of: call.query.method)
      switch budgets.reserve(cost, at: turn.now) {
      case .granted(let grant): send(id, call, grant: grant, &turn)
      case .notBefore(let time, let refusing):
        blocked.formUnion(refusing)
        guard time > turn.now else { continue }
        expireUnservable(in: queue, declaration, cost, until: time, &turn)
        next = min(next ?? time, time)
      }
    }
    if let next { turn.timers.set(.providerCall(.dispatch(provider)), at: next) }
  }

  /// Dispatches all queues, as the budget of an ended call may serve other providers.
  mutating func dispatchAll(_ turn: inout Turn) {
    for id in queues.keys.sorted() where queues[id]?.queued.isEmpty == false {
      dispatch(id, &turn)
    }
  }

  private mutating func send(
    _ id: ProviderCallID,
    _ call: ProviderCall,
    grant: [String: Int],
    _ turn: inout Turn
  ) {
    calls[id]?.state = .sent(at: turn.now)
    calls[id]?.grant = grant
    queues[call.provider]?.markSent(id)
    let timeoutMs = max(1, call.deadline - turn.now)
    queues[call.provider]?.statistics.longestMs.raise(to: timeoutMs)
    var parameters = call.query.parameters
    parameters.grant = grant.isEmpty ? nil : grant
    let header = Header(type: .call, id: id.text, method: call.query.method, timeoutMs: timeoutMs)
    turn.post(.sendCall(header, parameters, to: call.provider))
  }

  /// Returns the next call to send: the oldest of the client with the fewest calls in flight there.
  private func nextQueued(
    in queue: ProviderCallQueue,
    _ declaration: Descriptor,
    _ blocked: Set<String>
  ) -> ProviderCallID? {
    var inFlight: [FairnessKey: Int] = [:]
    if queue.queued.count > 1 {
      for client in queue.inFlight.compactMap(client) { inFlight[client, default: 0] += 1 }
    }
    return queue.queued.filter { id in
      guard let method = calls[id]?.query.method else { return false }
      return blocked.isDisjoint(with: declaration.cost(of: method).keys)
    }.min { left, right in
      let counts = [left, right].map { id in client(of: id).flatMap { inFlight[$0] } ?? 0 }
      return (counts[0], left) < (counts[1], right)
    }
  }

  private func client(of id: ProviderCallID) -> FairnessKey? { calls[id]?.waiters.first?.client }

  /// Expires queued calls whose upstream will not be available in time.
  private func expireUnservable(
    in queue: ProviderCallQueue,
    _ declaration: Descriptor,
    _ cost: [String: Int],
    until time: Instant,
    _ turn: inout Turn
  ) {
    for id in queue.queued {
      guard let call = calls[id], call.deadline < time + ProviderCalls.minUsefulMs,
        declaration.cost(of: call.query.method) == cost
      else { continue }
      turn.timers.set(.providerCall(.deadline(id)), at: turn.now)
    }
  }

  /// Returns why a call has no reply when its deadline or that of a waiter expires.
  func pendingReason(of call: ProviderCall, _ now: Instant) -> SourceReport.SourceError {
    guard call.state == .queued, !budgets.isAwaitingStored,
      let queue = queues[call.provider], queue.hasRoom, let declaration = queue.declaration
    else { return .init(.deadlineExceeded, "No reply before the deadline.") }
    return .init(budgets.refusal(of: declaration.cost(of: call.query.method), at: now))
  }
}

extension Descriptor {
  /// The maximum number of requests of a call, by upstream.
  func cost(of method: Method) -> [String: Int] { methods[method.rawValue]?.cost ?? [:] }

  /// The upstreams that calls may cost requests.
  fileprivate var upstreams: Set<String> { Set(methods.values.flatMap(\.cost.keys)) }
}

extension Int {
  fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
