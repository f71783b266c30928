import BusProtocol
import MusicModel

/// Read-only views for other machines, status, metrics and tests.
extension ProviderCalls {
  /// Returns the states of the calls of some waiters.
  func pending(_ waiters: [WaiterID], _ now: Instant) -> [WaiterID: PendingProviderCall] {
    var pending: [WaiterID: PendingProviderCall] = [:]
    for waiter in waiters {
      guard let call = callOfWaiter[waiter].flatMap({ calls[$0] }) else { continue }
      let reason = pendingReason(of: call, now)
      pending[waiter] = PendingProviderCall(reason: reason, isSent: call.sentAt != nil)
    }
    return pending
  }

  /// Returns the latest deadline of the calls that a provider works on.
  func latestDeadline(at provider: ProviderID) -> Instant? {
    queues[provider]?.inFlight.compactMap { id in
      calls[id].flatMap { $0.isAbandoned ? nil : $0.deadline }
    }.max()
  }

  /// Whether calls up to a number still need the provider.
  func needs(_ provider: ProviderID, upTo number: Int) -> Bool {
    calls.contains { id, call in
      call.provider == provider && !call.isAbandoned
        && (call.sentAt != nil || id.number <= number)
    }
  }

  func statistics(of provider: ProviderID) -> ProviderStatistics {
    queues[provider]?.statistics ?? ProviderStatistics()
  }

  /// The number of calls that wait for a provider.
  func queuedCount(at provider: ProviderID) -> Int { queues[provider]?.queued.count ?? 0 }

  /// The number of calls that have neither ended nor been abandoned.
  var activeCount: Int { calls.values.count { !$0.isAbandoned } }

  /// Adds the figures of a provider's calls and of its upstreams to its status.
  func addFigures(to status: inout ProviderStatus, upstreams: [String], _ now: Instant) {
    let statistics = statistics(of: status.id)
    status.inflight = queues[status.id]?.inFlight.count ?? 0
    status.calls = statistics.calls
    status.failures = statistics.failures
    status.latency = statistics.latency.status
    for name in upstreams {
      status.budgets = (status.budgets ?? [:])
      status.budgets?[name] = budgets.status(of: name, at: now)
    }
  }

  func addCounts(to counts: inout InFlightCounts) {
    counts.lookups = calls.values.count(where: \.isLookingUp)
    counts.providerCalls = activeCount - counts.lookups
    counts.queued = queues.values.reduce(0) { $0 + $1.count }
    counts.reservations = calls.values.count { $0.sentAt != nil || $0.isAbandoned }
  }

  /// Returns the first broken coupling within this machine, or `nil`.
  func checkInvariants(_ turn: Turn) -> String? {
    for provider in queues.keys.sorted() {
      var (copy, turn) = (self, turn)
      copy.dispatch(provider, &turn)
      if copy.queues[provider]?.queued.count != queues[provider]?.queued.count {
        return "A queued call to \(provider) can be sent."
      }
    }
    for (provider, queue) in queues {
      for id in queue.queued where calls[id]?.state != .queued || calls[id]?.provider != provider {
        return "\(id.text) is queued for \(provider), but its state is another."
      }
      for id in queue.inFlight {
        guard let call = calls[id], call.provider == provider,
          call.sentAt != nil || call.isAbandoned
        else { return "\(id.text) is in flight at \(provider), but its state is another." }
      }
    }
    for (id, call) in calls {
      let queue = queues[call.provider]
      let isPlaced =
        switch call.state {
        case .lookingUp: true
        case .queued: queue?.queued.count { $0 == id } == 1
        case .sent, .abandoned: queue?.inFlight.contains(id) == true
        }
      guard isPlaced else { return "\(id.text) is \(call.state), but not in its queue." }
      guard call.waiters.isEmpty == call.isAbandoned else {
        return "\(id.text) is \(call.state) and has \(call.waiters.count) waiters."
      }
      guard call.isAbandoned || byQuery[call.query] == id else {
        return "\(id.text) cannot be found by its query."
      }
    }
    for (query, id) in byQuery where calls[id]?.query != query {
      return "A query leads to \(id.text), which is another."
    }
    for (waiter, id) in callOfWaiter
    where calls[id]?.waiters.contains(where: { $0.id == waiter }) != true {
      return "Waiter \(waiter.number) is not one of \(id.text)."
    }
    return nil
  }
}
