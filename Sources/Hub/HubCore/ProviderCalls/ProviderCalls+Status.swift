import BusProtocol
import MusicModel

/// Read-only views for other machines, status, metrics and tests.
extension ProviderCalls {
  /// Returns the states of the calls of some waiters.
  func pending(_ waiters: [WaiterID], _ now: Instant) -> [WaiterID: PendingProviderCall] {
    var pending: [WaiterID: PendingProviderCall] = [:]
    for waiter in waiters {
      guard let call = calls[waiter].flatMap({ calls[$0] }) else { continue }
      // Without a cache, the reply would be lost.
      let mayWait = settings.hasProviderCache && queue(of: call.provider).queued.count == 1
      pending[waiter] = PendingProviderCall(
        reason: pendingReason(of: call, now),
        isSent: call.sentAt != nil,
        isDeferred: call.isDeferred,
        mayContinue: call.sentAt != nil || call.isDeferred && mayWait
      )
    }
    return pending
  }

  /// Whether a provider is idle, and half of each request budget would be left after a list of albums.
  ///
  /// With `sparingClients`, a call of a client must not have to wait for the end of the list: neither
  /// for the provider, nor for a budget.
  func mayCheckReleases(
    _ provider: ProviderID,
    sparingClients: Bool,
    _ now: Instant
  ) -> Bool {
    let queue = queue(of: provider)
    guard queue.count == 0, let declaration = queue.declaration,
      !sparingClients || declaration.inflight > 1
    else { return false }
    return declaration.cost(of: .artistAlbums).requests.allSatisfy { name, count in
      guard let budget = budgets.status(of: name, for: provider, at: now) else { return true }
      let reserve = max(budget.requests / 2, sparingClients ? count : 0)
      return budget.left - count >= reserve
    }
  }

  /// Whether the budgets allow a call that nobody needs.
  func allowsExtra(_ provider: ProviderID, _ method: Method, _ now: Instant) -> Bool {
    guard let declaration = queue(of: provider).declaration else { return false }
    return budgets.allow(declaration.cost(of: method, isExtra: true), for: provider, at: now)
  }

  /// The queue of a provider; an empty one if it never had a session.
  func queue(of provider: ProviderID) -> ProviderCallQueue {
    queues[provider] ?? ProviderCallQueue()
  }

  /// Adds the figures of a provider's calls and of its upstreams to its status.
  func addFigures(to status: inout ProviderStatus, upstreams: [String], _ now: Instant) {
    let queue = queue(of: status.id)
    let statistics = queue.statistics
    status.inflight = queue.inFlight.count
    status.calls = statistics.calls
    status.failures = statistics.failures
    status.requests = statistics.requests
    status.latency = statistics.latency.status
    for name in upstreams {
      status.budgets = (status.budgets ?? [:])
      status.budgets?[name] = budgets.status(of: name, for: status.id, at: now)
    }
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
    for (id, call) in calls.calls {
      let queue = queues[call.provider]
      let isPlaced =
        switch call.state {
        case .lookingUp: true
        case .queued: queue?.queued.count { $0 == id } == 1
        case .sent, .abandoned: queue?.inFlight.contains(id) == true
        }
      guard isPlaced else { return "\(id.text) is \(call.state), but not in its queue." }
    }
    return calls.checkInvariants()
  }
}
