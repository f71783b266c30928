import BusProtocol
import MusicModel

/// What clients say after their hello.
extension Hub {
  mutating func receivedFromClient(_ message: WireMessage, _ peer: Peer) {
    let header = message.header
    guard isCurrent(header, clients[peer]?.sid, peer) else { return }
    clients[peer]?.liveness.heard = turn.now
    switch header.type {
    case .call: call(message, of: peer)
    case .cancel: cancel(header.re, of: peer)
    case .pong: break
    case .bye:
      dropClient(peer, because: "it said bye")
      formerSessions.forget(peer)
    case .hello, .welcome, .reject, .ping, .part, .done, .error:
      part(with: peer, .protocolViolation, "A client does not send \"\(header.type.rawValue)\".")
    }
  }

  /// Forgets a client, and with it all that was asked only for it.
  mutating func dropClient(_ peer: Peer, because reason: String) {
    guard let session = clients.removeValue(forKey: peer) else { return }
    formerSessions.note(session.sid, of: peer)
    log(.debug, "Client \(session.description.name) left: \(reason).")
    for key in session.calls.values.sorted() {
      watchers.removeWatch(key)
      guard let call = calls[key] else { continue }
      forget(call, as: .error)
      giveUp(call)
    }
  }

  private mutating func cancel(_ id: String?, of peer: Peer) {
    guard let id, let key = clients[peer]?.calls[id] else {
      if let id, let sid = clients[peer]?.sid, pendingReplies.cancel(id, of: sid, &turn) { return }
      watchers.recordLateMessage()
      return
    }
    let failure = Failure(.cancelled, "The call was cancelled.")
    if endWatch(key, failure) { return }
    guard let call = calls[key] else {
      watchers.recordLateMessage()
      return
    }
    fail(key, failure)
    giveUp(call)
  }

  /// Tells providers that nobody waits for their answers any more. What they said is kept.
  mutating func giveUp(_ call: ClientCall) {
    remember(call.merged(by: entityIndex.resolver), of: call)
    let fetching = call.fetch?.waiter.map { [$0] } ?? []
    for waiter in (call.sources.values.compactMap(\.waiter) + fetching).sorted() {
      removeWaiter(waiter)
    }
  }
}
