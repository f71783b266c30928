import BusProtocol
import HubCore
import MusicModel

/// Invariants of added and removed providers. Removed ones complete their calls and get no new
/// ones.
extension InvariantChecker {
  mutating func observe(_ listing: DiscoveryResult) {
    let paths = Dictionary(uniqueKeysWithValues: listing.found.map { ($0.manifest.id, $0.path) })
    for id in providers.keys where known[id] != nil && known[id] != paths[id] {
      let owed = openCalls(of: id)
      providers[id]?.owed = Set(owed)
      providers[id]?.leftAtMs = paths[id] == nil ? now : nil
      if case .none? = providers[id]?.process { providerGone(id) }
    }
    for id in paths.keys { providers[id]?.leftAtMs = nil }
    known = paths
  }

  var found: Set<ProviderID> { Set(known.keys) }

  /// No process of it runs. What one that was taken away declared of its source holds no more.
  mutating func providerGone(_ id: ProviderID) {
    status = nil
    providers[id]?.process = .none
    guard providers[id]?.leftAtMs != nil else { return }
    upstreams.removeDeclarations(of: id)
  }

  private func openCalls(of id: ProviderID) -> [String] {
    (providers[id]?.session?.calls ?? [:]).filter { !$0.value.isCancelled }.map(\.key)
  }

  /// A bye without a code: it is taken out of service.
  mutating func observeDrained(_ id: ProviderID) {
    let left = Set(openCalls(of: id)).intersection(providers[id]?.owed ?? [])
    require(left.isEmpty, "calls in flight are drained", "\(id): \(left.sorted())")
  }

  /// Checks that only calls from before the removal are sent to a provider.
  mutating func checkNotDraining(_ id: ProviderID, _ header: Header) {
    guard let leftAtMs = providers[id]?.leftAtMs, !settings.hasProviderCache else { return }
    let isOld = clients.values.contains { client in
      client.calls.values.contains { !$0.isWatch && $0.since <= leftAtMs }
    }
    require(isOld, "nothing new for who is taken away", "\(id) \(header)")
  }
}
