import BusProtocol
import HubCore
import MusicModel

/// The request budgets of the upstreams.
extension InvariantChecker {
  mutating func checkGrant(_ providerCall: ObservedProviderCall, to plan: ProviderPlan) {
    for (name, count) in providerCall.grant {
      let mayGrant = upstreams.mayGrant(at: now) || count == 0
      require(mayGrant, "stored budgets are awaited", "\(name): \(count) granted without them")
      for use in upstreams.grant(count, by: name, to: plan, at: now) {
        require(!use.isClosed || count == 0, "sources that refuse are not called", name)
        guard let limit = use.limit else { continue }
        require(
          use.granted + use.spent <= limit,
          "budgets hold",
          "\(name): \(use.granted) granted and \(use.spent) spent of \(limit)"
        )
      }
    }
  }

  /// Checks that a provider waits only for limits that it states itself, or a trusted one.
  mutating func checkIsLimited(_ source: SourceReport) {
    guard let number = script.providers.firstIndex(where: { $0.id == source.provider }) else {
      return
    }
    let upstream = SimulatedProvider.upstream(number)
    let others = script.providers.enumerated().filter { other, plan in
      SimulatedProvider.upstream(other) == upstream && (plan.isTrusted || other == number)
    }
    require(
      others.contains { $1.budget != nil || upstreams.refused.contains($1.id) },
      "only trusted providers limit others",
      "\(source)"
    )
  }

  /// Checks requests that sources received. Each has only one provider, which may have restarted.
  mutating func checkUpstreams(_ models: [SimulatedProvider]) {
    for model in models where model.plan.budget != nil {
      guard models.filter({ $0.upstream == model.upstream }).count == 1 else { continue }
      let requests = model.requests.byTime
      for (index, first) in requests.enumerated() {
        let window = requests[index...].prefix {
          $0.atMs - first.atMs < ObservedUpstreams.windowMs
            && !upstreams.areLost(from: first.hub, to: $0.hub)
        }
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
