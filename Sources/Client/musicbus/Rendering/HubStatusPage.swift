import BusProtocol
import HostKit
import MusicModel

/// The page of `hub status`. `HubCommand.status` makes one call per part: add a value of the hub itself to
/// `HubStatus`, and a value from another method as a property here with a call there.
struct HubStatusPage {
  let hub: HubStatus
  let providers: [ProviderStatus]
  let paths: HubPaths
  /// One line per upstream with a request budget, from `hub.metrics`.
  var budgets: [String] = []
  /// The size of the cache, from `cache.status`; `nil` if that call failed.
  var cache: CacheStatus?

  init(_ hub: HubStatus, _ providers: [ProviderStatus], _ paths: HubPaths) {
    self.hub = hub
    self.providers = providers
    self.paths = paths
  }

  /// Labels and values in display order.
  var items: [(label: String, text: String)] {
    let ready = providers.count { $0.state == .ready }
    let others = providers.filter { $0.state != .ready }.map { "\($0.id) \($0.state.rawValue)" }
    let names = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
    return [
      ("version", hub.version),
      ("pid", String(hub.pid)),
      ("uptime", HumanFormat.duration(ms: hub.uptimeMs)),
      ("providers", "\(ready) of \(providers.count) ready\(names)"),
      ("clients", String(hub.clients)),
      ("calls", "\(hub.calls), \(hub.inflight) in flight"),
    ] + budgets.map { ("budget", $0) } + [
      ("cache", cacheSummary),
      ("sockets", paths.runtime),
      ("log", paths.log),
      ("configuration", paths.configurationFile),
    ]
  }

  private var cacheSummary: String {
    guard let cache else { return "unavailable; see the log" }
    let size = "\(HumanFormat.size(cache.bytes)) of \(HumanFormat.size(cache.bytesMax))"
    let problem = cache.problem.map { "; \($0)" } ?? ""
    return "\(cache.entries.counted("entry", plural: "entries")), \(size)\(problem)"
  }

  /// "itunes.apple.com: 3 of 20 requests used"; of a limit of one provider,
  /// "itunes.apple.com (only mine): 0 of 1 requests used".
  static func budgets(of metrics: [Metric]) -> [String] {
    func values(_ name: String) -> [String: Double] {
      let samples = metrics.first { $0.name == "musicbus_budget_\(name)" }?.samples ?? []
      let pairs = samples.compactMap { sample in
        sample.labels?["upstream"].map { upstream in
          let only = sample.labels?["provider"].map { " (only \($0))" } ?? ""
          return (upstream + only, sample.value)
        }
      }
      return Dictionary(pairs) { first, _ in first }
    }
    let (used, pauses) = (values("used"), values("cool_down_seconds"))
    return values("requests").sorted { $0.key < $1.key }.map { upstream, limit in
      let pause = Int(pauses[upstream] ?? 0)
      let state = pause > 0 ? ", cooling down for \(HumanFormat.duration(ms: pause * 1000))" : ""
      return "\(upstream): \(Int(used[upstream] ?? 0)) of \(Int(limit)) requests used\(state)"
    }
  }
}
