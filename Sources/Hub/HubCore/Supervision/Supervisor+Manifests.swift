import BusProtocol
import MusicModel

/// Manifests: which providers exist, and commands of clients that change that.
extension Supervisor {
  mutating func discovered(_ result: DiscoveryResult, _ turn: inout Turn) {
    guard isRunning else { return }
    for problem in result.problems where !manifestProblems.contains(problem) {
      turn.log(.warning, problem.sentence)
    }
    manifestProblems = result.problems
    hasDiscovered = true
    let present = Set(result.found.map(\.manifest.id))
    for id in slots.keys.sorted() where !present.contains(id) { beginDrain(id, .removal, &turn) }
    for found in result.found { reconcile(found, &turn) }
  }

  /// Adds a provider, or notes that its manifest has changed.
  private mutating func reconcile(_ found: DiscoveredManifest, _ turn: inout Turn) {
    let id = found.manifest.id
    guard let slot = slots[id] else {
      slots[id] = ProviderSlot(found, now: turn.now)
      return turn.perform(.spawn(id))
    }
    let hasChanged = slot.newer != found
    slots[id]?.newer = found == slot.found ? nil : found
    if slot.drain?.aim == .removal { return beginDrain(id, .renewal, &turn) }
    guard hasChanged, found != slot.found else { return }
    if found.path != slot.found.path {
      turn.log(.info, "Provider \(id) has a new manifest: \(found.path)")
      beginDrain(id, .renewal, &turn)
    } else if found.trust != slot.found.trust {
      turn.log(.info, "The approved hosts of provider \(id) have changed.")
      beginDrain(id, .renewal, &turn)
    } else if found.manifest != slot.found.manifest {
      let command = "musicbus provider reload \(id)"
      turn.log(.info, "The manifest of provider \(id) has changed; apply it with: \(command)")
    }
  }

  /// Checks that the providers that a command names exist.
  func requireProviders(_ ids: [ProviderID]) throws(Failure) {
    for id in ids {
      if let slot = slots[id], slot.drain?.aim != .removal { continue }
      throw Failure.unknownProvider(id, known: slots.keys.sorted(), .notFound)
    }
  }

  /// Restarts the named providers with their other instances, or those whose manifest or executable has changed.
  ///
  /// - Returns: those that are restarted.
  mutating func reload(_ named: [ProviderID]?, _ turn: inout Turn) -> [ProviderID] {
    let ids =
      named.map { named in
        named
          + slots.filter { slot in
            slot.value.found.manifest.instanceOf.map(named.contains) == true
              && !named.contains(slot.key)
          }.keys.sorted()
      } ?? slots.filter { $0.value.newer != nil }.keys.sorted()
    for id in ids where slots[id]?.drain == nil { beginDrain(id, .renewal, &turn) }
    return ids
  }

  /// Restarts those providers that do not run, whatever failed before.
  mutating func reset(_ ids: [ProviderID], _ turn: inout Turn) {
    for id in ids {
      if slots[id]?.isMisconfigured == true { turn.perform(.acceptSettings(id)) }
      slots[id]?.restarts.reset()
      slots[id]?.sessionLosses = RestartPolicy()
      turn.post(.breakersReset(id))
      switch slots[id]?.state {
      case .waiting, .stopped:
        turn.timers.cancel(.provider(.restart(id)))
        slots[id]?.lastError = nil
        turn.log(.info, "Restarting provider \(id), as a client requested.")
        start(id, &turn)
      case .starting, .ready, .terminating, nil: break
      }
    }
  }
}

extension ManifestChange {
  /// The change that a call wants; `nil` if it changes no manifests.
  init?(_ method: Method, _ parameters: CallParameters) {
    switch method {
    case .providersReset: return nil
    case .providersAdd:
      let path = parameters.path ?? ""
      if let instance = parameters.instance {
        self = .addInstance(instance, path: path)
      } else {
        self = .add(path: path, approvedHosts: parameters.approvedHosts)
      }
    case .providersRemove: self = .remove(parameters.providers ?? [])
    default: self = .look
    }
  }
}
