import HubCore
import MusicModel

/// Where manifests are found: they come, go and are moved while the hub runs.
struct SimulatedManifests: Sendable {
  private struct Place: Sendable {
    var isFound = true
    var moves = 0
  }

  private var capacity: [ProviderID: Place] = [:]

  mutating func removeManifest(_ id: ProviderID) { capacity[id, default: Place()].isFound = false }

  /// Puts it back, mostly where it was.
  mutating func put(_ id: ProviderID, elsewhere: Bool) {
    capacity[id, default: Place()].isFound = true
    if elsewhere { capacity[id]?.moves += 1 }
  }

  func listing(_ providers: [SimulatedProvider]) -> DiscoveryResult {
    DiscoveryResult(
      providers.compactMap { model in
        let index = capacity[model.id] ?? Place()
        return index.isFound
          ? DiscoveredManifest(model.manifest, path: "\(index.moves)/\(model.id).json") : nil
      }
    )
  }

  /// What a client wants done to the manifests.
  mutating func make(_ change: ManifestChange) -> ManifestChangeResult {
    guard case .remove(let ids) = change else { return .made([]) }
    for id in ids { removeManifest(id) }
    return .made(ids)
  }
}
