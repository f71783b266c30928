import BusProtocol
import MusicModel

/// Which providers there are: as the manifests say that can be found at the moment.
extension Hub {
  mutating func found(_ listing: DiscoveryResult) {
    guard life == .running else { return }
    for problem in listing.problems where !manifestProblems.contains(problem) {
      log(.warning, problem.sentence)
    }
    manifestProblems = listing.problems
    let present = Set(listing.found.map(\.manifest.id))
    for id in providers.keys.sorted() where !present.contains(id) { depart(id, .removal) }
    for found in listing.found { meet(found) }
  }

  private mutating func meet(_ found: DiscoveredManifest) {
    let id = found.manifest.id
    guard let slot = providers[id] else {
      providers[id] = ProviderSlot(found, now: turn.now)
      return act(.spawn(id))
    }
    let isNews = slot.newer != found
    providers[id]?.newer = found == slot.found ? nil : found
    if slot.departure?.aim == .removal { return depart(id, .renewal) }
    guard isNews, found != slot.found else { return }
    if found.path != slot.found.path {
      log(.info, "Provider \(id) has another manifest now: \(found.path)")
      depart(id, .renewal)
    } else if found.manifest != slot.found.manifest {
      log(
        .info,
        "The manifest of provider \(id) has changed; \"musicbus provider reload \(id)\" takes it up."
      )
    }
  }

  /// Starts those anew whose manifest or executable has changed, or all that are named.
  ///
  /// - Returns: those that are started anew.
  mutating func reload(_ named: [ProviderID]?) -> [ProviderID] {
    let ids = named ?? providers.filter { $0.value.newer != nil }.keys.sorted()
    for id in ids where providers[id]?.departure == nil { depart(id, .renewal) }
    return ids
  }

  /// Gives providers that do not run another chance.
  mutating func reset(_ ids: [ProviderID]) {
    for id in ids {
      providers[id]?.restarts.forgive()
      providers[id]?.sessionLosses = RestartPolicy()
      turn.post(.breakersReset(id))
      switch providers[id]?.state {
      case .waiting, .stopped, .quarantined:
        timers.cancel(.provider(.restart(id)))
        providers[id]?.lastError = nil
        log(.info, "Provider \(id) is started again: a client asked for it.")
        start(id)
      case .starting, .ready, .leaving, nil: break
      }
    }
  }
}
