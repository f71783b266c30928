import BusProtocol
import MusicModel

/// Who still lives: silence is asked about, and long silence ends a session. Whether a process has
/// ended is learned at once from the system, and a lost connection from the next message to it.
extension Hub {
  var livenessStepMs: Int { max(50, min(settings.providerPingMs, settings.clientPingMs) / 2) }

  mutating func lookForSilentPeers() {
    for (peer, session) in clients.sorted(by: { $0.value.sid < $1.value.sid }) {
      if now - session.lastHeard >= settings.clientDeadMs {
        disconnected(peer, because: "it was silent too long")
      } else if isPingDue(session.lastHeard, session.lastPing, every: settings.clientPingMs) {
        clients[peer]?.lastPing = now
        ping(peer, sid: session.sid)
      }
    }
    for (id, slot) in providers.sorted(by: { $0.key < $1.key }) {
      guard let session = slot.session, session.descriptor.level == .full else { continue }
      if now - session.lastHeard >= settings.providerDeadMs {
        recycle(id, because: "it was silent for \(now - session.lastHeard) ms")
      } else if isPingDue(session.lastHeard, session.lastPing, every: settings.providerPingMs) {
        providers[id]?.pinged(at: now)
        ping(session.peer, sid: session.sid)
      }
    }
    if life != .finished { timers.set(.liveness, at: now + livenessStepMs) }
  }

  private func isPingDue(_ heard: Instant, _ ping: Instant?, every step: Int) -> Bool {
    now - max(heard, ping ?? heard) >= step
  }

  private mutating func ping(_ peer: Peer, sid: String) {
    send(Header(type: .ping, id: "p\(nextNumber())", sid: sid), to: peer)
  }

  /// A hub that was started for one command leaves when nobody came for a while.
  mutating func leaveIfIdle() {
    guard let idleMs = settings.idleMs, life == .running else { return }
    let idle = calls.isEmpty && now - lastUsed >= idleMs
    if idle {
      stop(because: "nobody used it for \(idleMs / 60_000) minutes")
    } else {
      timers.set(.idle, at: max(now + 1000, lastUsed + idleMs))
    }
  }
}

extension ProviderSlot {
  mutating func pinged(at now: Instant) {
    guard case .ready(var session) = state else { return }
    session.lastPing = now
    state = .ready(session)
  }

  mutating func heard(at now: Instant) {
    guard case .ready(var session) = state else { return }
    session.lastHeard = now
    state = .ready(session)
  }
}
