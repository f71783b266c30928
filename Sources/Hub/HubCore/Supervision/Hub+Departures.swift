import BusProtocol
import MusicModel

/// Taking a provider out of service without disturbing what it works on.
extension Hub {
  /// Begins a departure; one that has begun may change its aim.
  mutating func depart(_ id: ProviderID, _ aim: Drain.Aim) {
    guard life == .running, let slot = providers[id] else { return }
    if slot.departure != nil {
      providers[id]?.departure?.aim = aim
    } else {
      let departure = Drain(aim: aim, since: turn.now, lastNumber: nextNumber())
      providers[id]?.departure = departure
      let what = aim == .removal ? "is removed" : "is started anew"
      log(.info, "Provider \(id) \(what), as soon as it has ended what it works on.")
    }
    departing.insert(id)
    if aim == .removal { replyCaches.clear(because: .providersChanged) }
  }

  /// Looks which providers that are to go have ended their work.
  mutating func letDepart() {
    for id in departing.sorted() { letDepart(id) }
  }

  private mutating func letDepart(_ id: ProviderID) {
    guard life == .running, let slot = providers[id], slot.departure != nil else {
      departing.remove(id)
      return
    }
    switch slot.state {
    case .ready(let process):
      guard isDrained(id) else { return }
      let bye = Bye(message: "The provider is taken out of service.")
      sessions.closeSession(of: id, bye, &turn)
      retire(id, process, because: "it is taken out of service")
    case .starting(_, let process?): retire(id, process, because: "it is taken out of service")
    // What was asked for comes soon: a process, or the end of one.
    case .starting(_, nil), .leaving: break
    case .waiting, .stopped, .quarantined: hasDeparted(id)
    }
  }

  /// Whether nothing that began before its departure needs the provider any more.
  private func isDrained(_ id: ProviderID) -> Bool {
    guard let last = providers[id]?.departure?.lastNumber else { return true }
    // What it works on was put to it for a call from before, also where that has been answered since.
    return !providerCalls.needs(id, upTo: last)
      && !calls.contains { $0.key.number <= last && $0.value.needs(id) }
  }

  /// The process of a provider that was to go is gone.
  mutating func hasDeparted(_ id: ProviderID) {
    guard let departure = providers[id]?.departure else { return }
    timers.cancel(.provider(.restart(id)))
    timers.cancel(.provider(.hello(id)))
    providers[id]?.departure = nil
    departing.remove(id)
    switch departure.aim {
    case .renewal:
      providers[id]?.restarts.forgive()
      providers[id]?.sessionLosses = RestartPolicy()
      providers[id]?.lastError = nil
      start(id)
    case .removal: forget(id)
    }
  }

  /// Ends all that is known of a provider whose manifest is gone.
  private mutating func forget(_ id: ProviderID) {
    let why = "its manifest was taken away"
    providers[id]?.state = .stopped(reason: why)
    closeQueue(of: id, because: why)
    turn.post(.providerChanged(id))
    for key in calls.keys.sorted() {
      end(id, of: key, .failed, .init(.providerLost, "It does not run: \(why)."))
    }
    providers[id] = nil
    turn.post(.providerRemoved(id))
    replyCaches.clear(because: .providersChanged)
    log(.info, "Provider \(id) is removed.")
  }

  /// Starts a provider that does not run, of its newest manifest.
  mutating func start(_ id: ProviderID) {
    if let newer = providers[id]?.newer {
      providers[id]?.found = newer
      providers[id]?.newer = nil
    }
    providers[id]?.state = .starting(since: turn.now, process: nil)
    act(.spawn(id))
  }
}

extension ClientCall {
  /// Whether the call has begun with the provider, and not ended with it.
  fileprivate func needs(_ provider: ProviderID) -> Bool {
    if let fetch {
      return (fetch.places + [fetch.trying, fetch.awaited].compactMap(\.self)).contains {
        $0.provider == provider
      }
    }
    guard let source = sources[provider] else { return false }
    return !source.hasEnded && !source.isStarting
  }
}
