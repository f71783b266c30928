import BusProtocol
import MusicModel

/// Drains: a provider gets no new calls, ends those that were submitted to it, and then exits.
///
///     beginDrain ─► drain (of its slot) ─► Hub.completeDrains: no call is left ─► drained ─► its process ends ─► drainEnded
///                                                                                              renewal: started again
///                                                                                              removal: gone
///
/// While it is drained, new calls wait for the next process of a renewal, and do not know the provider of a removal (`isLeaving`).
extension Supervisor {
  /// Begins a drain; one that has begun may change its aim.
  mutating func beginDrain(_ id: ProviderID, _ aim: Drain.Aim, _ turn: inout Turn) {
    guard isRunning, let slot = slots[id] else { return }
    if slot.drain != nil {
      slots[id]?.drain?.aim = aim
    } else {
      slots[id]?.drain = Drain(aim: aim, since: turn.now)
      let next = aim == .removal ? "is removed" : "is restarted"
      turn.log(.info, "Draining provider \(id); then it \(next).")
    }
    draining.insert(id)
    if aim == .removal { turn.post(.repliesOutdated(because: .providersChanged)) }
  }

  /// Ends the process of a draining provider that no call needs any more.
  mutating func drained(_ id: ProviderID, _ turn: inout Turn) {
    guard isRunning, let slot = slots[id], slot.drain != nil else {
      draining.remove(id)
      return
    }
    switch slot.state {
    case .ready(let process), .starting(_, let process?):
      terminate(id, process, because: "it was drained", &turn)
    // The start or the end of the process is reported soon.
    case .starting(_, nil), .terminating: break
    case .waiting, .stopped: drainEnded(id, &turn)
    }
  }

  /// Restarts or removes a provider whose drain is complete and whose process is gone.
  mutating func drainEnded(_ id: ProviderID, _ turn: inout Turn) {
    guard let drain = slots[id]?.drain else { return }
    turn.timers.cancel(.provider(.restart(id)))
    turn.timers.cancel(.provider(.hello(id)))
    slots[id]?.drain = nil
    draining.remove(id)
    switch drain.aim {
    case .renewal:
      slots[id]?.restarts.reset()
      slots[id]?.sessionLosses = RestartPolicy()
      slots[id]?.lastError = nil
      start(id, &turn)
    case .removal: remove(id, &turn)
    }
  }

  /// Removes a provider whose manifest is gone.
  private mutating func remove(_ id: ProviderID, _ turn: inout Turn) {
    slots[id] = nil
    turn.post(.providerRemoved(id, because: "its manifest was removed"))
    turn.post(.providerChanged(id))
    turn.post(.repliesOutdated(because: .providersChanged))
    turn.log(.info, "Removed provider \(id).")
  }
}
