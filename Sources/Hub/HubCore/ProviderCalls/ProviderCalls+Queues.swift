import BusProtocol
import MusicModel

/// Sessions of providers, as far as calls are concerned, and timers.
extension ProviderCalls {
  /// Accepts calls for a provider that has a session now.
  mutating func queueOpened(
    _ id: ProviderID,
    _ declaration: Descriptor,
    _ trust: ProviderTrust,
    sinceMs: Int,
    _ turn: inout Turn
  ) {
    queues[id, default: ProviderCallQueue()].declaration = declaration
    queues[id]?.sinceMs = sinceMs
    budgets.declare(declaration.budgets, trust, by: id)
    // It may declare a larger budget than before, which serves other queues too.
    dispatchAll(&turn)
  }

  /// Fails all calls of a provider that has lost its session.
  ///
  /// The provider can make its last request at `mayRunUntil`, or, if that is `nil`, at the deadline
  /// of its call.
  mutating func queueClosed(
    _ id: ProviderID,
    because reason: String,
    mayRunUntil: Instant?,
    _ turn: inout Turn
  ) {
    for call in (queues[id]?.inFlight ?? []).sorted() {
      guard let record = calls[call] else { continue }
      budgets.forfeit(
        record.grant,
        of: id,
        until: min(record.deadline, mayRunUntil ?? record.deadline),
        at: turn.now
      )
    }
    queues[id]?.removeAll()
    queues[id]?.declaration = nil
    turn.timers.cancel(.providerCall(.dispatch(id)))
    for key in calls.ids(at: id) {
      guard let call = remove(key, &turn), !call.isAbandoned else { continue }
      queues[id]?.statistics.failures += 1
      failWaiters(of: call, .init(.providerLost, "It was lost: \(reason)."), &turn)
    }
    // Forfeited requests are refunded at a known time, for which other queues may wait.
    dispatchAll(&turn)
  }

  mutating func providerRemoved(_ id: ProviderID, because reason: String, _ turn: inout Turn) {
    // Its budgets limit no other queue any more.
    budgets.withdraw(id)
    queueClosed(id, because: reason, mayRunUntil: turn.now, &turn)
    queues[id] = nil
    breakers.reset(of: id)
  }

  mutating func timerFired(_ timer: ProviderCallTimer, _ turn: inout Turn) {
    switch timer {
    case .deadline(let id): providerCallTimedOut(id, &turn)
    case .cacheLookup(let id): proceedAfterLookup(id, &turn)
    case .cancelTimeout(let id):
      // It is stalled, even if it replies to pings.
      guard let call = calls[id], call.isAbandoned else { return }
      let reason = "a call was still running \(settings.cancelTimeoutMs) ms after its deadline"
      turn.post(.providerFaulty(call.provider, because: reason))
    case .dispatch(let provider): dispatch(provider, &turn)
    case .budgetsTimeout:
      budgets.stopAwaitingStored()
      dispatchAll(&turn)
    }
  }

  private mutating func providerCallTimedOut(_ id: ProviderCallID, _ turn: inout Turn) {
    guard let call = calls[id] else { return }
    let reason = pendingReason(of: call, turn.now)
    cancelProviderCall(id, &turn)
    failWaiters(of: call, reason, &turn)
  }

  /// Removes all calls without replies, as the hub stops.
  mutating func stop(_ turn: inout Turn) {
    for id in calls.ids { _ = remove(id, &turn) }
    for id in queues.keys {
      queues[id]?.declaration = nil
      turn.timers.cancel(.providerCall(.dispatch(id)))
    }
  }
}
