import BusProtocol
import HubCore
import MusicModel

/// One upstream, as the judge sees it.
struct ObservedUpstream: Sendable {
  /// What its providers declared: requests in 10 seconds.
  var declared: [ProviderID: Int] = [:]
  var outstanding = 0
  var spent: [(at: Int, count: Int)] = []
  var closedUntil = 0
}

/// What the hub owes the sources: never more requests than they allow.
extension InvariantChecker {
  private static let windowMs = 10_000

  mutating func declare(_ plan: ProviderPlan) {
    guard let budget = plan.budget else { return }
    upstreams[upstream(of: plan), default: ObservedUpstream()].declared[plan.id] = budget
  }

  private func upstream(of plan: ProviderPlan) -> String {
    let number = script.providers.firstIndex { $0.id == plan.id } ?? 0
    return number < 2 ? "one.example" : "two.example"
  }

  mutating func checkGrant(_ providerCall: ObservedProviderCall) {
    for (name, count) in providerCall.grant {
      upstreams[name, default: ObservedUpstream()].outstanding += count
      guard let view = upstreams[name] else { continue }
      require(now >= view.closedUntil || count == 0, "sources that refuse are left alone", name)
      guard let limit = view.declared.values.min() else { continue }
      let spent = view.spent.reduce(0) {
        $0 + (now - $1.at < InvariantChecker.windowMs ? $1.count : 0)
      }
      require(
        view.outstanding + spent <= limit,
        "budgets hold",
        "\(name): \(view.outstanding) granted and \(spent) spent of \(limit)"
      )
    }
  }

  mutating func settle(_ providerCall: ObservedProviderCall, spent: [String: Int]?) {
    for (name, count) in providerCall.grant {
      upstreams[name]?.outstanding -= count
      let used = min(1_000, max(0, spent.map { $0[name] ?? 0 } ?? count))
      let now = now
      upstreams[name]?.spent.removeAll { now - $0.at >= InvariantChecker.windowMs }
      upstreams[name]?.spent.append((now, used))
    }
  }

  mutating func coolDown(_ providerCall: ObservedProviderCall, _ retryAfterMs: Int?) {
    let pause = min(3_600_000, max(1_000, retryAfterMs ?? 60_000))
    for name in providerCall.grant.keys {
      let before = upstreams[name]?.closedUntil ?? 0
      upstreams[name]?.closedUntil = max(before, now + pause)
    }
  }

  /// What sources really saw: of those that one provider has for itself, whatever happened to it.
  mutating func checkUpstreams(_ models: [SimulatedProvider]) {
    for model in models where model.plan.budget != nil {
      guard models.filter({ $0.upstream == model.upstream }).count == 1 else { continue }
      let requests = model.requests.sorted { $0.atMs < $1.atMs }
      for (index, first) in requests.enumerated() {
        let window = requests[index...].prefix { $0.atMs - first.atMs < InvariantChecker.windowMs }
        let count = window.reduce(0) { $0 + $1.count }
        require(
          count <= model.plan.budget ?? 0,
          "budgets hold at the source",
          "\(count) requests from \(first.atMs) on at \(model.upstream)"
        )
      }
    }
  }
}
