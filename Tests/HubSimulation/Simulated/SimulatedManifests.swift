import HubCore
import MusicModel

/// The manifests: they are added, removed and moved while the hub runs.
struct SimulatedManifests: Sendable {
  private struct State: Sendable {
    var isFound = true
    var moves = 0
  }

  private var capacity: [ProviderID: State] = [:]

  mutating func removeManifest(_ id: ProviderID) { capacity[id, default: State()].isFound = false }

  /// Restores it, in the same directory or elsewhere.
  mutating func put(_ id: ProviderID, elsewhere: Bool) {
    capacity[id, default: State()].isFound = true
    if elsewhere { capacity[id]?.moves += 1 }
  }

  func listing(_ providers: [SimulatedProvider]) -> DiscoveryResult {
    DiscoveryResult(
      providers.compactMap { model in
        let index = capacity[model.id] ?? State()
        guard index.isFound else { return nil }
        let trust =
          model.plan.isTrusted
          ? ProviderTrust.approved([model.upstream]) : .approved(["\(model.id).example"])
        let path = "\(index.moves)/\(model.id).json"
        return DiscoveredManifest(model.manifest, path: path, trust: trust)
      }
    )
  }

  /// Performs a client's change of the manifests.
  mutating func make(_ change: ManifestChange) -> ManifestChangeResult {
    guard case .remove(let ids) = change else { return .made([]) }
    for id in ids { removeManifest(id) }
    return .made(ids)
  }
}
