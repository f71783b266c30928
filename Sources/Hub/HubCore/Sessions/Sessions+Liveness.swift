import BusProtocol
import MusicModel

/// Heartbeats: silent peers are pinged, and sessions that stay silent end.
///
/// The runtime reports ended processes immediately; a lost connection shows with the next message
/// to it.
extension Sessions {
  /// The minimum time between two checks, in milliseconds.
  private var minLivenessStepMs: Int {
    max(50, min(settings.providerPingMs, settings.clientPingMs) / 2)
  }

  /// Messages that arrived during a hub stall are handled within this time, in milliseconds.
  private static let catchUpMs = 1_000

  /// Schedules a check of peers after this time at the latest.
  mutating func checkLivenessSoon(after delayMs: Int, _ turn: inout Turn) {
    turn.timers.set(.liveness, noLaterThan: turn.now + max(minLivenessStepMs, delayMs))
  }

  /// Extends the timeouts of all peers by the time of a hub stall, in which the hub read nothing.
  mutating func compensateForStall(since expected: Instant, _ turn: inout Turn) {
    let gap = turn.now - expected
    guard gap > settings.stallMs else { return }
    turn.setGrace(until: turn.now + Sessions.catchUpMs)
    for peer in clients.keys { clients[peer]?.liveness.extend(by: gap) }
    for id in providers.keys { providers[id]?.liveness.extend(by: gap) }
  }

  /// Pings silent peers, and ends the sessions of those that did not reply. `work` returns what a
  /// provider works on.
  ///
  /// - Returns: the providers that did not reply, and why they are to be restarted.
  mutating func checkLiveness(
    _ turn: inout Turn,
    work: (ProviderID) -> ProviderWork?
  ) -> [(provider: ProviderID, reason: String)] {
    var silent: [(ProviderID, String)] = []
    var next = turn.now + settings.idleProviderPingMs
    for (peer, session) in clients.sorted(by: { $0.value.sid < $1.value.sid }) {
      if session.liveness.silence(at: turn.now) >= settings.clientDeadMs {
        endSession(of: peer, because: "it timed out", &turn)
        closed.remove(peer)
      } else if session.liveness.isPingDue(at: turn.now, every: settings.clientPingMs) {
        clients[peer]?.liveness.ping(at: turn.now)
        ping(peer, sid: session.sid, &turn)
      }
      if let liveness = clients[peer]?.liveness {
        next = min(next, liveness.nextDue(settings.clientPingMs, settings.clientDeadMs))
      }
    }
    for (id, session) in providers.sorted(by: { $0.key < $1.key }) {
      let work = work(id)
      let isWorking = work != nil
      let pingMs = isWorking ? settings.providerPingMs : settings.idleProviderPingMs
      let deadMs = isWorking ? settings.providerDeadMs : settings.idleProviderDeadMs
      let exemption = session.mayBeSilent ? work?.until : work?.begun
      let silence = session.liveness.silence(at: turn.now, exemptUntil: exemption)
      if silence >= deadMs {
        silent.append((id, "it was silent for \(silence) ms"))
      } else if session.liveness.isPingDue(at: turn.now, every: pingMs) {
        providers[id]?.liveness.ping(at: turn.now)
        ping(session.peer, sid: session.sid, &turn)
      }
      if let liveness = providers[id]?.liveness {
        next = min(next, liveness.nextDue(pingMs, deadMs, exemptUntil: exemption))
      }
    }
    if !clients.isEmpty || !providers.isEmpty {
      checkLivenessSoon(after: next - turn.now, &turn)
    }
    return silent
  }

  private mutating func ping(_ peer: Peer, sid: String, _ turn: inout Turn) {
    let header = Header(type: .ping, id: "p\(turn.nextNumber())", sid: sid)
    send(WireMessage(header), to: peer, &turn)
  }
}

/// Heartbeats of one session: the last messages of both sides, and the last ping.
struct LivenessMonitor: Hashable, Sendable {
  /// The time of the peer's last message.
  var heard: Instant
  /// The time of the hub's last message.
  var sent: Instant
  private var pinged: Instant?

  init(now: Instant) {
    heard = now
    sent = now
  }

  /// Whether a ping is due, to check the peer or to show it that the hub is alive.
  func isPingDue(at now: Instant, every step: Int) -> Bool {
    now >= pingDue(every: step)
  }

  /// The time from which a ping is due if nothing is sent or received until then.
  func pingDue(every step: Int) -> Instant { min(sent, max(heard, pinged ?? heard)) + step }

  mutating func ping(at now: Instant) { pinged = now }

  /// The time without a message of the peer that is not exempt, in milliseconds.
  func silence(at now: Instant, exemptUntil exemption: Instant? = nil) -> Int {
    now - max(heard, exemption ?? heard)
  }

  /// The time of the next ping or, if that is earlier, of the timeout.
  func nextDue(_ pingMs: Int, _ deadMs: Int, exemptUntil exemption: Instant? = nil) -> Instant {
    min(pingDue(every: pingMs), max(heard, exemption ?? heard) + deadMs)
  }

  /// Extends the timeout by the time of a hub stall.
  mutating func extend(by gapMs: Int) { heard = heard + gapMs }
}
