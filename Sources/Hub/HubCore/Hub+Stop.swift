import BusProtocol
import MusicModel

/// The end: every call is answered, every peer told, every provider gone.
extension Hub {
  /// What is kept for the slowest provider's end, over its own grace, in milliseconds.
  private static let stopMarginMs = 1_000

  mutating func stop(because reason: String) {
    guard life == .running else { return }
    log(.info, "The hub stops: \(reason).")
    life = .stopping
    timers.set(.shutdown, at: turn.now + settings.stopGraceMs + Hub.stopMarginMs)
    for key in calls.keys.sorted() { fail(key, Failure(.hubStopping, Hub.stopText)) }
    for (id, _) in watchers.watches { endWatch(id, Failure(.hubStopping, Hub.stopText)) }
    pendingReplies.rejectAll(Failure(.hubStopping, Hub.stopText), &turn)
    entityIndex.stop()
    performEffects()
    providerCalls.stop(&turn)
    waiters = [:]
    let bye = Bye(code: .hubStopping, message: Hub.stopText)
    for session in clients.values.sorted(by: { $0.sid < $1.sid }) {
      send(Header(type: .bye, sid: session.sid), bye, to: session.peer)
    }
    clients.removeAll()
    for id in providers.keys.sorted() { letGo(id, bye) }
    finishStopIfNothingRuns()
  }

  private static let stopText = "The hub is stopping."

  private mutating func letGo(_ id: ProviderID, _ bye: Bye) {
    guard let slot = providers[id] else { return }
    timers.cancel(.provider(.hello(id)))
    timers.cancel(.provider(.restart(id)))
    if let session = slot.session {
      send(Header(type: .bye, sid: session.sid), bye, to: session.peer)
      providersByPeer[session.peer] = nil
    }
    if let process = slot.process {
      if case .leaving = slot.state { return }
      providers[id]?.state = .leaving(since: turn.now, process: process)
      act(.stop(id, graceMs: settings.stopGraceMs))
    } else if !slot.isRunning {
      providers[id]?.state = .stopped(reason: "the hub is stopping")
    }
  }

  /// Answers what comes while the hub stops.
  mutating func turnAway(_ message: WireMessage, from peer: Peer) {
    switch message.header.type {
    case .call:
      guard peer.side == .client, let id = message.header.id else { return }
      let header = Header(type: .error, re: id, sid: message.header.sid)
      send(header, Failure(.hubStopping, Hub.stopText), to: peer)
    case .hello:
      send(Header(type: .bye), Bye(code: .hubStopping, message: Hub.stopText), to: peer)
    default: break
    }
  }

  mutating func finishStopIfNothingRuns() {
    guard life == .stopping, !providers.values.contains(where: \.isRunning) else { return }
    life = .finished
    act(.finished)
  }

  mutating func stopIsDue() {
    guard life == .stopping else { return }
    let left = providers.filter(\.value.isRunning).keys.sorted().map(\.rawValue)
    log(.error, "These providers did not leave in time: \(left.joined(separator: ", ")).")
    life = .finished
    act(.finished)
  }
}
