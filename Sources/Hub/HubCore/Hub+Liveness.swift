import BusProtocol
import MusicModel

/// Who still lives: silence is asked about, and long silence ends a session. Whether a process has
/// ended is learned at once from the system, and a lost connection from the next message to it.
extension Hub {
  var livenessStepMs: Int { max(50, min(settings.providerPingMs, settings.clientPingMs) / 2) }

  /// A hub that is told the time so much later than it asked to be was stopped, or its machine was
  /// asleep; in milliseconds.
  private static let stallMs = 500
  /// What was said in the meantime is read and taken in within this time, in milliseconds.
  private static let catchUpMs = 1_000

  /// After a time in which the hub heard nobody, whoever spoke, it hears all out before it holds
  /// silence against anybody.
  mutating func noteStall(since asked: Instant) {
    let gap = turn.now - asked
    guard gap > Hub.stallMs else { return }
    turn.setGrace(until: turn.now + Hub.catchUpMs)
    for peer in clients.keys { clients[peer]?.liveness.forgive(gap) }
    for id in providers.keys { providers[id]?.session?.liveness.forgive(gap) }
  }

  mutating func lookForSilentPeers() {
    for (peer, session) in clients.sorted(by: { $0.value.sid < $1.value.sid }) {
      if session.liveness.silence(at: turn.now) >= settings.clientDeadMs {
        disconnected(peer, because: "it was silent too long")
        formerSessions.forget(peer)
      } else if session.liveness.isPingDue(at: turn.now, every: settings.clientPingMs) {
        clients[peer]?.liveness.ping(at: turn.now)
        ping(peer, sid: session.sid)
      }
    }
    for (id, slot) in providers.sorted(by: { $0.key < $1.key }) {
      guard let session = slot.session else { continue }
      let silence = session.liveness.silence(at: turn.now, excusedUntil: excuse(of: slot))
      if silence >= settings.providerDeadMs {
        recycle(id, because: "it was silent for \(silence) ms")
      } else if session.liveness.isPingDue(at: turn.now, every: settings.providerPingMs) {
        providers[id]?.session?.liveness.ping(at: turn.now)
        ping(session.peer, sid: session.sid)
      }
    }
    timers.set(.liveness, at: turn.now + livenessStepMs)
  }

  /// A provider that lives and works on nothing is as good as dead.
  mutating func received(pongOf message: WireMessage, from id: ProviderID) {
    guard let pong = try? message.decodeBody(Pong.self), providers[id] != nil else { return }
    let allowedMs = providerCalls.statistics(of: id).longestMs + settings.overdueMs
    guard providers[id]?.work.isStuck(pong, allowedMs: allowedMs) == true else { return }
    recycle(
      id,
      because: "its work stands still: \(pong.inflight) calls, the oldest for \(pong.oldestMs) ms"
    )
  }

  /// A Core provider need not speak while it works, until the time of its call is over.
  private func excuse(of slot: ProviderSlot) -> Instant? {
    guard slot.session?.descriptor.level == .core else { return nil }
    return providerCalls.latestDeadline(at: slot.manifest.id)
  }

  private mutating func ping(_ peer: Peer, sid: String) {
    send(Header(type: .ping, id: "p\(nextNumber())", sid: sid), to: peer)
  }

  /// A hub that was started for one command leaves when nobody came for a while.
  mutating func leaveIfIdle() {
    guard let idleMs = settings.idleMs, life == .running else { return }
    let idle = calls.isEmpty && watchers.isEmpty && turn.now - watchers.lastUsed >= idleMs
    if idle {
      stop(because: "nobody used it for \(idleMs / 60_000) minutes")
    } else {
      timers.set(.idle, at: max(turn.now + 1000, watchers.lastUsed + idleMs))
    }
  }
}
