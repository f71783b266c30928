import BusProtocol
import MusicModel

/// The life of providers: found, started, ready, lost, started again.
extension Hub {
  mutating func found(_ manifests: [Manifest]) {
    for manifest in manifests where providers[manifest.id] == nil {
      providers[manifest.id] = ProviderSlot(manifest: manifest, now: now)
      act(.spawn(manifest.id))
    }
  }

  mutating func spawned(_ id: ProviderID, token: String, pid: Int) {
    guard let slot = providers[id] else { return }
    providers[id]?.isRunning = true
    guard case .starting = slot.state else {
      act(.stop(id, graceMs: settings.stopGraceMs))
      return
    }
    providers[id]?.state = .starting(since: now, process: .init(pid: pid, token: token))
    timers.set(.hello(id), at: now + settings.helloMs)
    log(.info, "Provider \(id) is started as process \(pid).")
  }

  mutating func notSpawned(_ id: ProviderID, because reason: String) {
    log(.error, "Provider \(id) could not be started: \(reason)")
    providers[id]?.lastError = reason
    lost(id)
  }

  mutating func ready(_ id: ProviderID, _ session: ProviderSlot.Session) {
    if providers[id]?.session != nil { endQuestions(of: id, because: "it connected anew") }
    providers[id]?.state = .ready(session)
    providers[id]?.descriptor = session.descriptor
    let descriptor = session.descriptor
    log(
      .info,
      "Provider \(id) \(descriptor.version) is ready: \(descriptor.methods.count) methods."
    )
    let missing = providers[id]?.manifest.methods.filter { !descriptor.serves($0) } ?? []
    if !missing.isEmpty {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      log(.warning, "Provider \(id) does not serve what its manifest promises: \(names).")
    }
    for key in calls.keys.sorted() {
      if case .starting = calls[key]?.sources[id]?.state { approach(id, for: key) }
    }
  }

  mutating func receivedFromProvider(_ message: WireMessage, _ peer: Peer) {
    guard let id = provider(at: peer), let session = providers[id]?.session,
      message.header.sid == nil || message.header.sid == session.sid
    else {
      if message.header.type != .bye { sessionUnknown(to: peer) }
      return
    }
    providers[id]?.heard(at: now)
    switch message.header.type {
    case .part: received(partOf: message, from: id)
    case .done: received(doneOf: message, from: id)
    case .error: received(errorOf: message, from: id)
    case .ping: send(Header(type: .pong, re: message.header.id, sid: session.sid), to: peer)
    case .pong: break
    case .bye: lostSession(of: id, because: "it said bye")
    case .hello, .welcome, .reject, .call, .cancel:
      let text = "A provider does not send \"\(message.header.type.rawValue)\"."
      part(with: peer, Bye(code: .protocolViolation, message: text))
    }
  }

  /// The connection is lost or the session was ended; the process may still be there and say hello
  /// again with the same token.
  mutating func lostSession(of id: ProviderID, because reason: String) {
    guard let session = providers[id]?.session else { return }
    log(.warning, "Provider \(id) lost its session: \(reason).")
    providers[id]?.lastError = reason
    providers[id]?.state = .starting(since: now, process: session.process)
    timers.set(.hello(id), at: now + settings.helloMs)
    endQuestions(of: id, because: reason)
  }

  mutating func helloIsDue(of id: ProviderID) {
    guard let slot = providers[id], case .starting(let since, _?) = slot.state,
      now - since >= settings.helloMs
    else { return }
    recycle(id, because: "it did not say hello within \(settings.helloMs) ms")
  }

  /// Ends the process of a provider that does not work; its exit leads to a new start.
  mutating func recycle(_ id: ProviderID, because reason: String) {
    log(.warning, "Provider \(id) is stopped: \(reason).")
    providers[id]?.lastError = reason
    act(.stop(id, graceMs: settings.stopGraceMs))
    if providers[id]?.session != nil {
      providers[id]?.state = .starting(since: now, process: nil)
      endQuestions(of: id, because: reason)
    }
  }

  mutating func exited(_ id: ProviderID, _ exit: ProviderExit) {
    guard providers[id] != nil else { return }
    providers[id]?.isRunning = false
    if life != .running {
      providers[id]?.state = .stopped(reason: "the hub is stopping")
      finishStopIfNothingRuns()
      return
    }
    let last = exit.lastLines.last.map { ": \($0)" } ?? ""
    log(.warning, "Provider \(id) \(exit.reason)\(last)")
    providers[id]?.lastError = "it \(exit.reason)\(last)"
    endQuestions(of: id, because: "its process \(exit.reason)")
    if exit.isFinal {
      providers[id]?.state = .stopped(reason: "it \(exit.reason)\(last)")
      giveUpWaiting(for: id)
    } else {
      lost(id)
    }
  }

  /// Decides when a provider that is gone is started again.
  private mutating func lost(_ id: ProviderID) {
    guard let decision = providers[id]?.restarts.lost(at: now) else { return }
    switch decision {
    case .restart(let pause):
      providers[id]?.state = .waiting(until: now + pause)
      if pause == 0 { restart(id) } else { timers.set(.restart(id), at: now + pause) }
    case .quarantine:
      let reason = providers[id]?.lastError ?? "it was lost too often"
      providers[id]?.state = .quarantined(reason: reason)
      log(.error, "Provider \(id) was lost too often and is not started again: \(reason)")
      giveUpWaiting(for: id)
    }
  }

  mutating func restart(_ id: ProviderID) {
    guard life == .running, case .waiting = providers[id]?.state else { return }
    providers[id]?.state = .starting(since: now, process: nil)
    act(.spawn(id))
  }

  private mutating func giveUpWaiting(for id: ProviderID) {
    for key in calls.keys.sorted() {
      if case .starting = calls[key]?.sources[id]?.state { approach(id, for: key) }
    }
  }
}
