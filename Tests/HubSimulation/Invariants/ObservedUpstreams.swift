import MusicModel

/// The requests that the hub grants to upstreams, and those that providers make.
struct ObservedUpstreams: Sendable {
  /// One upstream, as all providers use it, or one that is not trusted with it.
  private struct Key: Hashable, Sendable {
    let name: String
    var provider: ProviderID?
  }

  private struct Upstream: Sendable {
    /// The budgets that providers declare: requests in a window.
    var declared: [ProviderID: Int] = [:]
    var outstanding = 0
    var spent: [(at: Int, count: Int)] = []
    var closedUntil = 0
  }

  /// The use of an upstream after a grant.
  struct Use: Sendable {
    let isClosed: Bool
    let granted: Int
    let spent: Int
    /// The smallest budget that a trusted provider, or this one, declares.
    let limit: Int?
  }

  static let windowMs = 10_000

  private var upstreams: [Key: Upstream] = [:]
  /// The providers that ever said that their source refuses requests, whatever the hub.
  var refused: Set<ProviderID> = []
  private var loading = Loading()

  mutating func declare(_ plan: ProviderPlan, _ name: String) {
    guard let budget = plan.budget else { return }
    upstreams[own(name, plan), default: Upstream()].declared[plan.id] = budget
  }

  /// What the provider may limit.
  private func own(_ name: String, _ plan: ProviderPlan) -> Key {
    Key(name: name, provider: plan.isTrusted ? nil : plan.id)
  }

  private func keys(_ name: String, _ plan: ProviderPlan) -> [Key] {
    plan.isTrusted ? [Key(name: name)] : [Key(name: name), own(name, plan)]
  }

  /// Removes the budgets that a provider declares.
  mutating func removeDeclarations(of id: ProviderID) {
    for key in upstreams.keys { upstreams[key]?.declared[id] = nil }
  }

  /// Records a grant to a provider; returns the use that it makes of each of its limits.
  mutating func grant(
    _ count: Int,
    by name: String,
    to plan: ProviderPlan,
    at now: Int
  ) -> [Use] {
    keys(name, plan).map { key in
      var upstream = upstreams[key] ?? Upstream()
      upstream.outstanding += count
      upstreams[key] = upstream
      let spent = upstream.spent.filter { now - $0.at < ObservedUpstreams.windowMs }
      return Use(
        isClosed: now < upstream.closedUntil,
        granted: upstream.outstanding,
        spent: spent.reduce(0) { $0 + $1.count },
        limit: upstream.declared.values.min()
      )
    }
  }

  /// Settles the grant of a call that has ended; without a report, all of it counts as spent. What
  /// exceeds the grant counts only for a provider that is not trusted.
  mutating func settle(
    _ call: ObservedProviderCall,
    of plan: ProviderPlan,
    spent: [String: Int]?,
    at now: Int
  ) {
    for (name, count) in call.grant {
      let used = min(1_000, max(0, spent.map { $0[name] ?? 0 } ?? count))
      for key in keys(name, plan) {
        let counted = key == own(name, plan) ? used : min(used, count)
        upstreams[key]?.outstanding -= count
        upstreams[key]?.spent.removeAll { now - $0.at >= ObservedUpstreams.windowMs }
        upstreams[key]?.spent.append((now, counted))
      }
    }
  }

  mutating func coolDown(
    _ call: ObservedProviderCall,
    of plan: ProviderPlan,
    _ retryAfterMs: Int?,
    at now: Int
  ) {
    let pause = min(604_800_000, max(1_000, retryAfterMs ?? 60_000))
    for name in call.grant.keys {
      let key = own(name, plan)
      let before = upstreams[key]?.closedUntil ?? 0
      upstreams[key]?.closedUntil = max(before, now + pause)
    }
  }
}

/// Restarts of the hub.
extension ObservedUpstreams {
  /// The knowledge of the present hub about the ones before.
  private struct Loading: Sendable {
    /// The upstreams as earlier hubs left them, until the present one has loaded the budgets.
    var former: [Key: Upstream] = [:]
    var hub = 0
    var startedAt = 0
    var isLoaded = false
    var isLost = false
    /// Hubs that did not know, or not in time, what earlier ones spent.
    var lostAt: Set<Int> = []
    /// The wall clock of the present hub minus the time of the simulation.
    var clockOffsetMs = 0
    /// The same for the last hub that stored budgets.
    var storedOffsetMs = 0
  }

  /// The time that a hub must wait for the stored budgets.
  private static let awaitMs = 100

  private var hasGrants: Bool {
    upstreams.values.contains { $0.outstanding > 0 || !$0.spent.isEmpty }
  }

  mutating func hubRestarted(at now: Int) {
    if loading.isLoaded {
      loading.former = upstreams.mapValues { upstream in
        var former = upstream
        former.declared = [:]
        former.spent.append((now, upstream.outstanding))
        former.outstanding = 0
        return former
      }
      loading.storedOffsetMs = loading.clockOffsetMs
    } else if hasGrants {
      // They were not stored.
      loading.lostAt.insert(loading.hub + 1)
    }
    upstreams = [:]
    loading.hub += 1
    loading.startedAt = now
    // What the disk lost for a hub that did not live to load it is lost for the next one too.
    loading.isLost = loading.isLost && !loading.isLoaded
    loading.isLoaded = false
  }

  mutating func clockSet(offsetMs: Int) { loading.clockOffsetMs = offsetMs }

  /// The disk does not have what the last hub stored.
  mutating func budgetsLost() { loading.isLost = true }

  mutating func budgetsLoaded() {
    loading.isLoaded = true
    // If the clock was set forward, stored requests seem to be older than they are.
    if loading.isLost || loading.clockOffsetMs > loading.storedOffsetMs || hasGrants {
      loading.lostAt.insert(loading.hub)
    }
    guard !loading.isLost, loading.clockOffsetMs <= loading.storedOffsetMs else {
      loading.former = [:]
      return
    }
    for (key, former) in loading.former {
      var upstream = upstreams[key] ?? Upstream()
      upstream.spent += former.spent
      upstream.closedUntil = max(upstream.closedUntil, former.closedUntil)
      upstreams[key] = upstream
    }
    loading.former = [:]
  }

  func mayGrant(at now: Int) -> Bool {
    loading.isLoaded || now - loading.startedAt >= ObservedUpstreams.awaitMs
  }

  /// Whether one hub does not know what the other one spent.
  func areLost(from first: Int, to last: Int) -> Bool {
    // A hub that still waits for the budgets after the deadline grants without them.
    let isLoading = !loading.isLoaded && first < loading.hub && loading.hub <= last
    return isLoading || loading.lostAt.contains { first < $0 && $0 <= last }
  }
}
