import BusProtocol
import HostKit
import MusicModel

/// How the hub is, as a person reads it.
struct HubStatusPage {
  let hub: HubStatus
  let providers: [ProviderStatus]
  let places: HubPaths
  /// A line for each upstream that limits requests.
  var budgets: [String] = []
  /// What is kept on disk; nothing where the hub could not tell.
  var cache: CacheStatus?

  init(_ hub: HubStatus, _ providers: [ProviderStatus], _ places: HubPaths) {
    self.hub = hub
    self.providers = providers
    self.places = places
  }

  /// Labels and texts.
  var items: [(String, String)] {
    let ready = providers.count { $0.state == .ready }
    let others = providers.filter { $0.state != .ready }.map { "\($0.id) \($0.state.rawValue)" }
    let names = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
    return [
      ("version", hub.version),
      ("process", String(hub.pid)),
      ("running for", HumanFormat.duration(ms: hub.uptimeMs)),
      ("providers", "\(ready) of \(providers.count) ready\(names)"),
      ("clients", String(hub.clients)),
      ("calls", "\(hub.calls), \(hub.inflight) under way"),
    ] + budgets.map { ("budget", $0) } + [
      ("kept answers", kept),
      ("sockets", places.runtime),
      ("log", places.log),
      ("configuration", places.configurationFile),
    ]
  }

  private var kept: String {
    guard let cache else { return "cannot be read; the log says why" }
    let room = "\(HumanFormat.size(cache.bytes)) of \(HumanFormat.size(cache.bytesMax))"
    let problem = cache.problem.map { "; \($0)" } ?? ""
    return "\(cache.answers.grouped), \(room)\(problem)"
  }

  /// "itunes.apple.com: 3 of 20 requests used".
  static func budgets(of metrics: [Metric]) -> [String] {
    func values(_ name: String) -> [String: Double] {
      let samples = metrics.first { $0.name == "musicbus_budget_\(name)" }?.samples ?? []
      let pairs = samples.compactMap { sample in
        sample.labels?["upstream"].map { ($0, sample.value) }
      }
      return Dictionary(pairs) { first, _ in first }
    }
    let (used, pauses) = (values("used"), values("cool_down_seconds"))
    return values("requests").sorted { $0.key < $1.key }.map { upstream, limit in
      let pause = Int(pauses[upstream] ?? 0)
      let state = pause > 0 ? ", left alone for \(HumanFormat.duration(ms: pause * 1000))" : ""
      return "\(upstream): \(Int(used[upstream] ?? 0)) of \(Int(limit)) requests used\(state)"
    }
  }
}
