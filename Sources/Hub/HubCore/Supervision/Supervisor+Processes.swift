import BusProtocol
import MusicModel

/// Processes of providers: started, ended, restarted.
extension Supervisor {
  /// Starts a provider that does not run, with its newest manifest.
  mutating func start(_ id: ProviderID, _ turn: inout Turn) {
    if let newer = slots[id]?.newer {
      slots[id]?.found = newer
      slots[id]?.newer = nil
    }
    slots[id]?.state = .starting(since: turn.now, process: nil)
    turn.perform(.spawn(id))
  }

  mutating func spawned(_ id: ProviderID, token: String, pid: Int, _ turn: inout Turn) {
    guard case .starting(_, nil) = slots[id]?.state else {
      let text = "Provider \(id) was started unexpectedly as pid \(pid)."
      return turn.log(.error, text)
    }
    let process = ProviderSlot.Process(pid: pid, token: token)
    guard isRunning else {
      slots[id]?.state = .terminating(since: turn.now, process: process)
      return turn.perform(.stop(id, graceMs: settings.stopGraceMs))
    }
    slots[id]?.state = .starting(since: turn.now, process: process)
    turn.post(.breakersReset(id))
    turn.timers.set(.provider(.hello(id)), at: turn.now + settings.helloMs)
    turn.log(.info, "Started provider \(id) as pid \(pid).")
  }

  mutating func spawnFailed(_ id: ProviderID, because reason: String, _ turn: inout Turn) {
    guard case .starting(_, nil) = slots[id]?.state else { return }
    turn.log(.error, "Could not start provider \(id): \(reason)")
    slots[id]?.lastError = reason
    scheduleRestart(id, &turn)
  }

  /// The provider is not to blame for the configuration: it does not count as a failure. `result` is what the log
  /// says of the reason.
  mutating func misconfigured(
    _ id: ProviderID,
    because reason: String,
    _ result: String,
    _ turn: inout Turn
  ) {
    guard case .starting(_, nil) = slots[id]?.state else { return }
    guard isRunning, slots[id]?.drain == nil else { return scheduleRestart(id, &turn) }
    let isKnown = slots.values.contains { $0.isMisconfigured && $0.lastError == reason }
    if !isKnown { turn.log(.error, "\(result): \(reason)") }
    slots[id]?.lastError = reason
    slots[id]?.state = .stopped(.misconfigured, reason: reason)
    turn.post(.providerChanged(id))
  }

  /// Starts the providers that waited for another configuration.
  mutating func configurationChanged(_ turn: inout Turn) {
    guard isRunning else { return }
    for id in slots.keys.sorted() where slots[id]?.isMisconfigured == true {
      slots[id]?.lastError = nil
      start(id, &turn)
    }
  }

  mutating func exited(_ id: ProviderID, _ exit: ProviderExit, _ turn: inout Turn) {
    guard let slot = slots[id], slot.process != nil else { return }
    let last = exit.lastLines.last.map { ": \($0)" } ?? ""
    let missing = exit.missingSettings
    let reason = missing ?? "it \(exit.reason)\(last)"
    // A process that was requested to exit did not choose its exit status.
    var isFinal = exit.isFinal && slot.drain == nil
    if case .terminating = slot.state { isFinal = false } else { slots[id]?.lastError = reason }
    turn.post(.closeSession(id))
    turn.timers.cancel(.provider(.hello(id)))
    if isFinal {
      turn.log(.warning, "Provider \(id) \(exit.reason)\(last)")
      slots[id]?.state = .stopped(missing == nil ? .final : .unconfigured, reason: reason)
    } else {
      let isExpected = !isRunning || slot.drain != nil
      turn.log(isExpected ? .debug : .warning, "Provider \(id) \(exit.reason)\(last)")
      scheduleRestart(id, &turn)
    }
    closeQueue(of: id, because: "its process \(exit.reason)", &turn)
    turn.post(.providerChanged(id))
  }

  /// Decides whether and when a provider without a process is started again.
  private mutating func scheduleRestart(_ id: ProviderID, _ turn: inout Turn) {
    guard isRunning else {
      slots[id]?.state = .stopped(.final, reason: "the hub is stopping")
      return
    }
    guard slots[id]?.drain == nil else { return drainEnded(id, &turn) }
    switch slots[id]?.restarts.recordLoss(at: turn.now) {
    case .restart(let delay):
      let delay = delay == 0 ? 0 : jitter.spread(delay)
      slots[id]?.state = .waiting(until: turn.now + delay)
      if delay == 0 {
        restart(id, &turn)
      } else {
        turn.timers.set(.provider(.restart(id)), at: turn.now + delay)
      }
    case .quarantine:
      let reason = slots[id]?.lastError ?? "it failed repeatedly"
      slots[id]?.state = .stopped(.quarantined, reason: reason)
      let text = "Provider \(id) is quarantined after repeated failures: \(reason)"
      turn.log(.error, text)
      turn.post(.providerChanged(id))
    case nil: break
    }
  }

  mutating func restart(_ id: ProviderID, _ turn: inout Turn) {
    guard isRunning, let slot = slots[id], case .waiting = slot.state else { return }
    // After a hub stall, a restart may be due for a provider whose manifest is gone.
    if slot.drain == nil { start(id, &turn) } else { drainEnded(id, &turn) }
  }

  mutating func helloTimedOut(_ id: ProviderID, _ turn: inout Turn) {
    guard case .starting(_, _?) = slots[id]?.state else { return }
    restartFaulty(id, because: "it did not say hello within \(settings.helloMs) ms", &turn)
  }

  /// Ends the process of a provider that does not work; it is restarted after its exit.
  mutating func restartFaulty(_ id: ProviderID, because reason: String, _ turn: inout Turn) {
    guard let slot = slots[id], let process = slot.process else { return }
    if case .terminating = slot.state { return }
    turn.log(.warning, "Provider \(id) is stopped: \(reason).")
    slots[id]?.lastError = reason
    terminate(id, process, because: reason, &turn)
  }

  /// Ends a process. Its exit decides what follows.
  mutating func terminate(
    _ id: ProviderID,
    _ process: ProviderSlot.Process,
    because reason: String,
    _ turn: inout Turn
  ) {
    turn.post(.closeSession(id))
    slots[id]?.state = .terminating(since: turn.now, process: process)
    turn.timers.cancel(.provider(.hello(id)))
    turn.perform(.stop(id, graceMs: settings.stopGraceMs))
    closeQueue(of: id, because: reason, &turn)
    turn.post(.providerChanged(id))
  }
}
