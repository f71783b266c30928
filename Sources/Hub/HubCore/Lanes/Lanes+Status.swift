import BusProtocol
import MusicModel

/// The state of a provider call, for a call whose deadline has expired.
struct PendingProviderCall: Sendable {
  let reason: SourceReport.SourceError
  let isSent: Bool
  /// Whether it waits for a request budget.
  let isDeferred: Bool
  /// Whether it continues in the background: a call that was not sent must not delay others.
  let mayContinue: Bool
}

/// The calls that a provider works on.
struct ProviderWork: Hashable, Sendable {
  /// The time at which the first of them was sent.
  var begun: Instant
  /// Their latest deadline.
  var until: Instant
}

/// Read-only views for calls, status, metrics and tests.
extension Lanes {
  /// The state of the call that a waiter waits for; `nil` if it waits for none.
  func pending(_ waiter: WaiterID, at provider: ProviderID, _ now: Instant) -> PendingProviderCall?
  {
    let lane = self[provider]
    guard let call = lane.call(of: waiter) else { return nil }
    // Without a cache, the reply would be lost.
    let mayWait = settings.hasProviderCache && lane.queuedCount == 1
    return PendingProviderCall(
      reason: pendingReason(of: call, now),
      isSent: call.sentAt != nil,
      isDeferred: call.isDeferred,
      mayContinue: call.sentAt != nil || call.isDeferred && mayWait
    )
  }

  /// Returns why a call has no reply when its deadline or that of a waiter expires.
  func pendingReason(of call: LaneCall, _ now: Instant) -> SourceReport.SourceError {
    let provider = call.query.provider
    let (lane, cost) = (self[provider], self[provider].cost(of: call))
    guard call.state == .queued, !budgets.isAwaitingStored, lane.hasRoom,
      !budgets.allow(cost, for: provider, at: now)
    else { return .init(.deadlineExceeded, "No reply before the deadline.") }
    return .init(budgets.refusal(of: cost, for: provider, at: now))
  }

  /// The calls that a provider works on, or `nil`.
  func work(at provider: ProviderID) -> ProviderWork? {
    let calls = self[provider].calls.values
    guard let begun = calls.compactMap(\.sentAt).min(),
      let until = calls.filter({ $0.sentAt != nil }).map(\.deadline).max()
    else { return nil }
    return ProviderWork(begun: begun, until: until)
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
    let lane = self[provider]
    guard lane.calls.values.allSatisfy(\.isLookingUp), let declaration = lane.declaration,
      !sparingClients || declaration.inflight > 1
    else { return false }
    return leavesHalf(of: provider, after: .artistAlbums, sparingClients: sparingClients, now)
  }

  /// Whether half of each request budget of a provider, rounded down, would be left after a call; with `sparingClients`, also enough for one more.
  func leavesHalf(
    of provider: ProviderID,
    after method: Method,
    sparingClients: Bool = false,
    _ now: Instant
  ) -> Bool {
    self[provider].cost(of: method).requests.allSatisfy { name, count in
      guard let budget = budgets.status(of: name, for: provider, at: now) else { return true }
      let reserve = max(budget.requests / 2, sparingClients ? count : 0)
      return budget.left - count >= reserve
    }
  }

  /// Whether the budgets allow a call that nobody needs.
  func allowsExtra(_ provider: ProviderID, _ method: Method, _ now: Instant) -> Bool {
    let lane = self[provider]
    guard lane.declaration != nil else { return false }
    return budgets.allow(lane.cost(of: method, isBackground: true), for: provider, at: now)
  }

  /// Adds the figures of a provider's calls and of its upstreams to its status.
  func addFigures(to status: inout ProviderStatus, upstreams: [String], _ now: Instant) {
    let lane = self[status.id]
    status.inflight = lane.inFlightCount
    status.calls = lane.statistics.calls
    status.failures = lane.statistics.failures
    status.requests = lane.statistics.requests
    status.latency = lane.statistics.latency.status
    for name in upstreams {
      status.budgets = (status.budgets ?? [:])
      status.budgets?[name] = budgets.status(of: name, for: status.id, at: now)
    }
  }

  /// The calls that have neither ended nor been abandoned.
  var activeCount: Int { lanes.values.reduce(0) { $0 + $1.activeCount } }

  func addCounts(to counts: inout InFlightCounts) {
    let calls = lanes.values.flatMap(\.calls.values)
    counts.lookups = calls.count(where: \.isLookingUp)
    counts.providerCalls = activeCount - counts.lookups
    counts.queued = calls.count - counts.lookups
    counts.reservations = calls.count(where: \.isInFlight)
  }

  /// Returns the first broken rule of the lanes, or `nil`.
  func checkInvariants(_ turn: Turn) -> String? {
    var (copy, later) = (self, turn)
    for provider in lanes.keys { copy.change(provider) { _ in } }
    guard copy.dispatch(&later).isEmpty else { return "A queued call can be sent." }
    for (provider, lane) in lanes {
      for call in lane.calls.values where call.waiters.isEmpty != call.isAbandoned {
        let count = call.waiters.count
        return "\(call.id.text) of \(provider) is \(call.state) and has \(count) waiters."
      }
      let queries = lane.calls.values.filter { !$0.isAbandoned }.map(\.query)
      guard Set(queries).count == queries.count else {
        return "Two calls to \(provider) are equal."
      }
      guard turn.timers.due(.lane(provider)) == lane.due else {
        return "The lane of \(provider) has a wrong timer."
      }
    }
    return nil
  }
}

/// The latencies of a provider's most recent replies, failed ones included.
struct Latency: Sendable {
  /// The maximum number of samples.
  static let maxSamples = 100

  /// In milliseconds; a new sample overwrites the oldest.
  private var samples: [Int] = []
  private var next = 0

  mutating func note(_ milliseconds: Int) {
    if samples.count < Latency.maxSamples {
      samples.append(milliseconds)
    } else {
      samples[next] = milliseconds
    }
    next = (next + 1) % Latency.maxSamples
  }

  var status: ProviderStatus.Latency? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    func quantile(_ percent: Int) -> Int {
      sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
    return .init(replies: sorted.count, p50Ms: quantile(50), p95Ms: quantile(95))
  }
}
