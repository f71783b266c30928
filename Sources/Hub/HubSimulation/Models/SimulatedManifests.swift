import HubCore
import MusicModel

/// Where manifests are found: they come, go and are moved while the hub runs.
struct SimulatedManifests: Sendable {
  private struct Place: Sendable {
    var isFound = true
    var moves = 0
  }

  private var places: [ProviderID: Place] = [:]

  mutating func takeAway(_ id: ProviderID) { places[id, default: Place()].isFound = false }

  /// Puts it back, mostly where it was.
  mutating func put(_ id: ProviderID, elsewhere: Bool) {
    places[id, default: Place()].isFound = true
    if elsewhere { places[id]?.moves += 1 }
  }

  func listing(_ providers: [ModelProvider]) -> DiscoveryResult {
    DiscoveryResult(
      providers.compactMap { model in
        let place = places[model.id] ?? Place()
        return place.isFound
          ? DiscoveredManifest(model.manifest, path: "\(place.moves)/\(model.id).json") : nil
      }
    )
  }

  /// What a client wants done to the manifests.
  mutating func make(_ change: ManifestChange) -> ManifestChangeResult {
    guard case .remove(let ids) = change else { return .made([]) }
    for id in ids { takeAway(id) }
    return .made(ids)
  }
}
