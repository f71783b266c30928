import BusProtocol
import MusicModel

/// The life of providers: started, ready, lost, started again.
extension Hub {
  mutating func spawned(_ id: ProviderID, token: String, pid: Int) {
    guard case .starting(_, nil) = providers[id]?.state else {
      return log(.error, "Provider \(id) was started as process \(pid), which nobody asked for.")
    }
    let process = ProviderSlot.Process(pid: pid, token: token)
    guard life == .running else {
      providers[id]?.state = .leaving(since: turn.now, process: process)
      return act(.stop(id, graceMs: settings.stopGraceMs))
    }
    providers[id]?.state = .starting(since: turn.now, process: process)
    providers[id]?.work = StallDetector()
    turn.post(.processStarted(id))
    timers.set(.provider(.hello(id)), at: turn.now + settings.helloMs)
    log(.info, "Provider \(id) is started as process \(pid).")
  }

  mutating func notSpawned(_ id: ProviderID, because reason: String) {
    guard case .starting(_, nil) = providers[id]?.state else { return }
    log(.error, "Provider \(id) could not be started: \(reason)")
    providers[id]?.lastError = reason
    lost(id)
  }

  /// Checks the token and the descriptor of a provider.
  mutating func helloReceived(_ hello: ProviderHello) {
    let match = providers.first { $0.value.process.map { $0.token == hello.hello.token } ?? false }
    guard let (id, slot) = match else {
      let text = "The token is not that of a provider that this hub started."
      return turn.post(.helloChecked(hello, .reject(Failure(.tokenInvalid, text))))
    }
    if case .leaving = slot.state {
      let text = "The hub has given this process up and replaces it."
      return turn.post(.helloChecked(hello, .bye(Bye(code: .providerLost, message: text))))
    }
    do throws(Failure) {
      guard let descriptor = hello.hello.descriptor, descriptor.id == id else {
        throw Failure(.protocolViolation, "The descriptor must be there and be that of \"\(id)\".")
      }
      try descriptor.check()
      turn.post(.helloChecked(hello, .accept(id, descriptor)))
    } catch {
      providers[id]?.lastError = error.message
      turn.post(.helloChecked(hello, .reject(error)))
    }
  }

  mutating func sessionOpened(_ id: ProviderID, _ descriptor: Descriptor) {
    guard let slot = providers[id], let process = slot.process else { return }
    providers[id]?.state = .ready(process)
    providers[id]?.descriptor = descriptor
    timers.cancel(.provider(.hello(id)))
    if slot.isReady {
      closeQueue(of: id, because: "it connected anew")
      if countSessionLoss(of: id) { return }
    }
    log(
      .info,
      "Provider \(id) \(descriptor.version) is ready: \(descriptor.methods.count) methods."
    )
    let missing = slot.manifest.methods.filter { !descriptor.serves($0) }
    if !missing.isEmpty {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      log(.warning, "Provider \(id) does not serve what its manifest promises: \(names).")
    }
    if let schema = descriptor.configSchema { act(.checkConfiguration(id, schema: schema)) }
    replyCaches.clear(because: .providersChanged)
    turn.post(.queueOpened(id, descriptor))
    turn.post(.providerChanged(id))
  }

  /// A provider that is alive but does not end its calls is stalled.
  mutating func pongReceived(_ message: WireMessage, from id: ProviderID) {
    guard let pong = try? message.decodeBody(Pong.self), providers[id] != nil else { return }
    let allowedMs = providerCalls.statistics(of: id).longestMs + settings.overdueMs
    guard providers[id]?.work.isStuck(pong, allowedMs: allowedMs) == true else { return }
    recycle(
      id,
      because: "its work stands still: \(pong.inflight) calls, the oldest for \(pong.oldestMs) ms"
    )
  }

  /// The process may still be there and say hello again with the same token.
  mutating func sessionLost(_ id: ProviderID, because reason: String) {
    guard case .ready(let process) = providers[id]?.state else { return }
    log(.warning, "Provider \(id) lost its session: \(reason).")
    providers[id]?.lastError = reason
    providers[id]?.state = .starting(since: turn.now, process: process)
    timers.set(.provider(.hello(id)), at: turn.now + settings.helloMs)
    closeQueue(of: id, because: reason)
    _ = countSessionLoss(of: id)
  }

  /// A provider that loses one session after the other is not served by one more.
  private mutating func countSessionLoss(of id: ProviderID) -> Bool {
    guard providers[id]?.sessionLosses.lost(at: turn.now) == .quarantine else { return false }
    providers[id]?.sessionLosses = RestartPolicy()
    recycle(id, because: "it lost \(RestartPolicy.lossesMax) sessions in a short time")
    return true
  }

  mutating func helloIsDue(of id: ProviderID) {
    guard case .starting(_, _?) = providers[id]?.state else { return }
    recycle(id, because: "it did not say hello within \(settings.helloMs) ms")
  }

  /// Ends the process of a provider that does not work; its exit leads to a new start.
  mutating func recycle(_ id: ProviderID, because reason: String) {
    guard let slot = providers[id], let process = slot.process else { return }
    if case .leaving = slot.state { return }
    log(.warning, "Provider \(id) is stopped: \(reason).")
    providers[id]?.lastError = reason
    retire(id, process, because: reason)
  }

  /// Ends a process; what comes then its exit decides.
  mutating func retire(
    _ id: ProviderID,
    _ process: ProviderSlot.Process,
    because reason: String
  ) {
    turn.post(.closeSession(id))
    providers[id]?.state = .leaving(since: turn.now, process: process)
    timers.cancel(.provider(.hello(id)))
    act(.stop(id, graceMs: settings.stopGraceMs))
    closeQueue(of: id, because: reason)
    turn.post(.providerChanged(id))
  }

  mutating func exited(_ id: ProviderID, _ exit: ProviderExit) {
    guard let slot = providers[id], slot.process != nil else { return }
    let last = exit.lastLines.last.map { ": \($0)" } ?? ""
    let how = "it \(exit.reason)\(last)"
    // One that was told to go did not choose how.
    var isFinal = exit.isFinal && slot.departure == nil
    if case .leaving = slot.state { isFinal = false } else { providers[id]?.lastError = how }
    turn.post(.closeSession(id))
    timers.cancel(.provider(.hello(id)))
    if isFinal {
      log(.warning, "Provider \(id) \(exit.reason)\(last)")
      providers[id]?.state = .stopped(reason: how)
    } else {
      let isOdd = life == .running && slot.departure == nil
      log(isOdd ? .warning : .debug, "Provider \(id) \(exit.reason)\(last)")
      lost(id)
    }
    closeQueue(of: id, because: "its process \(exit.reason)")
    turn.post(.providerChanged(id))
    finishStopIfNothingRuns()
  }

  /// Decides when a provider that is gone is started again.
  private mutating func lost(_ id: ProviderID) {
    guard life == .running else {
      providers[id]?.state = .stopped(reason: "the hub is stopping")
      return finishStopIfNothingRuns()
    }
    guard providers[id]?.departure == nil else { return hasDeparted(id) }
    switch providers[id]?.restarts.lost(at: turn.now) {
    case .restart(let pause):
      let pause = pause == 0 ? 0 : jitter.spread(pause)
      providers[id]?.state = .waiting(until: turn.now + pause)
      if pause == 0 {
        restart(id)
      } else {
        timers.set(.provider(.restart(id)), at: turn.now + pause)
      }
    case .quarantine:
      let reason = providers[id]?.lastError ?? "it was lost too often"
      providers[id]?.state = .quarantined(reason: reason)
      log(.error, "Provider \(id) was lost too often and is not started again: \(reason)")
      turn.post(.providerChanged(id))
    case nil: break
    }
  }

  mutating func restart(_ id: ProviderID) {
    guard life == .running, let slot = providers[id], case .waiting = slot.state else { return }
    // A hub that was held up can learn at once that its manifest is gone and that it is due.
    if slot.departure == nil { start(id) } else { hasDeparted(id) }
  }

  /// Ends the calls of a provider whose session is over.
  mutating func closeQueue(of id: ProviderID, because reason: String) {
    var mayRunUntil: Instant?
    switch providers[id]?.state {
    case .leaving(let since, _): mayRunUntil = since + settings.stopGraceMs
    case .starting(_, _?), .ready: break
    default: mayRunUntil = turn.now
    }
    turn.post(.queueClosed(id, because: reason, mayRunUntil: mayRunUntil))
  }
}
