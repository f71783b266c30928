import BusProtocol
import MusicModel

/// Admission and dispatch: within the limits of providers and upstreams, and fair between clients.
extension ProviderCalls {
  /// The minimum time left for its provider at which a call is still sent, in milliseconds.
  private static let minUsefulMs = 100

  /// Rejects a query that must not be sent, or could not be sent in time.
  mutating func admit(
    _ query: ProviderQuery,
    isExtra: Bool,
    until deadline: Instant,
    _ now: Instant
  ) throws(Failure) {
    guard !query.isOffline else {
      throw Failure(.notCached, "Not cached, and the call does not allow contacting the provider.")
    }
    guard let queue = queues[query.provider], let declaration = queue.declaration else {
      throw Failure(.providerLost, "It no longer exists.")
    }
    guard queue.queued.count < settings.maxQueued else {
      let problem = "Its queue is full (\(settings.maxQueued) calls)."
      throw Failure(.busy, problem, retryAfterMs: 1000)
    }
    let cost = declaration.cost(of: query.method, isExtra: isExtra)
    let earliest = budgets.earliest(cost, for: query.provider, at: now)
    guard earliest + ProviderCalls.minUsefulMs <= deadline || earliest == now else {
      throw budgets.refusal(of: cost, for: query.provider, at: now)
    }
    try breakers.admit(BreakerKey(query.provider, cost), at: now, deadline: deadline)
  }

  /// Sends queued calls, as far as the provider has room and budgets allow.
  mutating func dispatch(_ provider: ProviderID, _ turn: inout Turn) {
    turn.timers.cancel(.providerCall(.dispatch(provider)))
    var blocked = BlockedUpstreams()
    if budgets.isAwaitingStored, let queue = queues[provider] {
      blocked.all = queue.declaration?.upstreams ?? []
    }
    var next: Instant?
    while let queue = queues[provider], queue.hasRoom, let declaration = queue.declaration,
      let id = queue.next(calls, blocked), let call = calls[id]
    {
      let cost = declaration.cost(of: call)
      switch budgets.reserve(cost, for: provider, at: turn.now) {
      case .granted(let grant): send(id, call, grant: grant, &turn)
      case .notBefore(let time, let retry, let refusing):
        blocked.insert(refusing, for: cost)
        if let retry, retry > turn.now { next = min(next ?? retry, retry) }
        guard time > turn.now else { continue }
        // Calls that would be sent too late expire now.
        for id in queue.calls(cost, dueBefore: time + ProviderCalls.minUsefulMs, calls) {
          turn.timers.set(.providerCall(.deadline(id)), at: turn.now)
        }
      }
    }
    if let next { turn.timers.set(.providerCall(.dispatch(provider)), at: next) }
    for id in queues[provider]?.queued ?? [] {
      guard let call = calls[id], let queue = queues[provider] else { continue }
      let isDeferred = budgets.defers(call, in: queue, at: turn.now)
      calls.update(id) { $0.setDeferred(isDeferred, &turn) }
    }
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
    grant: Grant,
    _ turn: inout Turn
  ) {
    calls.update(id) { $0.markSent(grant: grant, &turn) }
    let timeoutMs = max(1, call.deadline - turn.now)
    queues.update(call.provider) { $0.markSent(id) }
    var parameters = call.query.parameters
    parameters.grant = grant.requests.isEmpty ? nil : grant.requests
    let header = Header(type: .call, id: id.text, method: call.query.method, timeoutMs: timeoutMs)
    turn.post(.sendCall(header, parameters, to: call.provider))
  }

  /// Returns why a call has no reply when its deadline or that of a waiter expires.
  func pendingReason(of call: ProviderCall, _ now: Instant) -> SourceReport.SourceError {
    guard call.state == .queued, !budgets.isAwaitingStored,
      let queue = queues[call.provider], queue.hasRoom, let declaration = queue.declaration
    else { return .init(.deadlineExceeded, "No reply before the deadline.") }
    let cost = declaration.cost(of: call)
    return .init(budgets.refusal(of: cost, for: call.provider, at: now))
  }
}

extension Descriptor {
  /// The upstreams that calls may cost requests.
  fileprivate var upstreams: Set<String> { Set(methods.values.flatMap(\.cost.keys)) }
}
