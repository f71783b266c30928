import BusProtocol
import MusicModel

/// Calls to providers: cache lookups, queues, request budgets, circuit breakers.
///
/// Equal queries in flight share one call. A waiter is known only by its id.
struct ProviderCalls: Sendable {
  let settings: HubSettings
  var calls = ProviderCallTable()
  var queues: [ProviderID: ProviderCallQueue] = [:]
  var budgets = UpstreamBudgets()
  var breakers = CircuitBreakers()

  init(settings: HubSettings) { self.settings = settings }

  /// Joins an equal call, or begins one.
  mutating func submit(_ query: ProviderQuery, _ waiter: Waiter, _ turn: inout Turn) {
    do throws(Failure) {
      try trySubmit(query, waiter, &turn)
    } catch {
      let reply = ProviderReply(provider: query.provider, submitted: turn.now)
      turn.post(.ended([waiter.id], reply, .rejected(.init(error))))
    }
  }

  mutating func trySubmit(
    _ query: ProviderQuery,
    _ waiter: Waiter,
    _ turn: inout Turn
  ) throws(Failure) {
    if let id = calls[query] { return join(id, waiter, &turn) }
    let isCacheable = isCacheable(query, turn)
    if !isCacheable { try admit(query, isExtra: waiter.isExtra, until: waiter.deadline, turn.now) }
    let id = begin(query, waiter, isCacheable ? .lookingUp : .queued, &turn)
    if isCacheable { beginLookup(id, &turn) } else { enqueue(id, &turn) }
  }

  private mutating func join(_ id: ProviderCallID, _ waiter: Waiter, _ turn: inout Turn) {
    calls.add(waiter, to: id)
    guard let call = calls[id] else { return }
    turn.post(.queueReordered(call.provider))
    turn.timers.set(.providerCall(.deadline(id)), at: call.deadline)
    call.offerCached(to: [waiter.id], &turn)
    if call.isDeferred {
      turn.post(.stateChanged([waiter.id], call.provider, .deferred(true)))
    }
    if !call.reply.items.isEmpty { turn.post(.progressed([waiter.id], call.reply)) }
  }

  mutating func begin(
    _ query: ProviderQuery,
    _ waiter: Waiter,
    _ state: ProviderCall.State,
    _ turn: inout Turn
  ) -> ProviderCallID {
    let id = ProviderCallID(number: turn.nextNumber())
    calls.insert(ProviderCall(query, for: waiter, state: state, now: turn.now), id)
    turn.timers.set(.providerCall(.deadline(id)), at: waiter.deadline)
    return id
  }

  /// Lets a call wait for its provider.
  mutating func enqueue(_ id: ProviderCallID, _ turn: inout Turn) {
    guard let provider = calls[id]?.provider else { return }
    calls.update(id) { call in
      call.state = .queued
      call.admitted = turn.now
    }
    queues.update(provider) { queue in
      queue.add(id)
      queue.statistics.calls += 1
    }
    dispatch(provider, &turn)
  }

  /// Removes an ended call, with its waiters, timers and position in a queue.
  mutating func remove(_ id: ProviderCallID, _ turn: inout Turn) -> ProviderCall? {
    guard let call = calls.remove(id) else { return nil }
    queues.update(call.provider) { $0.remove(id) }
    for timer in [ProviderCallTimer.deadline(id), .cacheLookup(id), .cancelTimeout(id)] {
      turn.timers.cancel(.providerCall(timer))
    }
    return call
  }

  /// Removes a call that its provider has ended, and settles its budget.
  ///
  /// `spent` contains the requests that it made at each upstream; `nil` if unknown.
  mutating func complete(
    _ id: ProviderCallID,
    spent: [String: Int]?,
    _ turn: inout Turn
  ) -> ProviderCall? {
    guard let call = remove(id, &turn) else { return nil }
    let requests = (spent ?? call.grant.requests).values.reduce(0) {
      $0 + $1.clamped(to: 0...1_000)
    }
    queues.update(call.provider) { queue in
      if let sent = call.sentAt { queue.statistics.latency.note(turn.now - sent) }
      queue.statistics.requests += requests
    }
    budgets.settle(
      call.grant,
      of: call.provider,
      spent: spent,
      since: call.sentAt,
      at: turn.now
    )
    dispatchAll(&turn)
    return call
  }

  /// Abandons a call; if its provider works on it, the hub sends a cancellation.
  mutating func cancelProviderCall(_ id: ProviderCallID, _ turn: inout Turn) {
    guard let call = calls[id], !call.isAbandoned else { return }
    turn.post(.queueReordered(call.provider))
    guard call.sentAt != nil else { return _ = remove(id, &turn) }
    recordTimeout(of: call, turn)
    calls.abandon(id)
    turn.timers.cancel(.providerCall(.deadline(id)))
    let cancelTimeout = call.deadline + settings.cancelTimeoutMs
    turn.timers.set(.providerCall(.cancelTimeout(id)), at: cancelTimeout)
    turn.post(.cancelCall(id, of: call.provider))
  }

  /// Removes a waiter, and abandons a call without waiters. If the waiter is only detached, its call
  /// continues.
  mutating func removeWaiter(_ waiter: WaiterID, isDetached: Bool, _ turn: inout Turn) {
    guard let id = isDetached ? calls.detach(waiter) : calls.remove(waiter), let call = calls[id]
    else { return }
    if call.waiters.isEmpty { return cancelProviderCall(id, &turn) }
    turn.post(.queueReordered(call.provider))
    if !isDetached { turn.timers.set(.providerCall(.deadline(id)), at: call.deadline) }
  }
}
