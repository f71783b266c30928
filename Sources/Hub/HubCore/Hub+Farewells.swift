import BusProtocol
import MusicModel

/// How sessions end, and what those are told who have none.
extension Hub {
  /// Tells a peer that its session is over, and why.
  mutating func part(with peer: Peer, _ code: ErrorCode, _ message: String) {
    guard hasSession(peer) else { return tellStranger(peer, code, message) }
    send(Header(type: .bye), Bye(code: code, message: message), to: peer)
    disconnected(peer, because: message)
  }

  /// Whether a message belongs to the session of its connection; it is answered, or left aside, where
  /// it does not.
  mutating func isCurrent(_ header: Header, _ sid: String?, _ peer: Peer) -> Bool {
    if let sid, header.sid == sid { return true }
    if sid != nil, formerSessions.contains(header.sid, of: peer) {
      watchers.recordLateMessage()
    } else if header.type != .bye {
      sessionUnknown(to: peer)
    }
    return false
  }

  /// Answers a message under no session, or under another than that of its connection. A bye ends
  /// whatever session there is: both sides must agree on that.
  private mutating func sessionUnknown(to peer: Peer) {
    part(with: peer, .sessionUnknown, "There is no such session; say hello again.")
  }

  private mutating func tellStranger(_ peer: Peer, _ code: ErrorCode, _ message: String) {
    guard farewells.isDue(for: peer, at: turn.now) else { return }
    send(Header(type: .bye), Bye(code: code, message: message), to: peer)
  }

  private func hasSession(_ peer: Peer) -> Bool {
    clients[peer] != nil || providersByPeer[peer] != nil
  }

  mutating func connectionIsGone(_ peer: Peer) {
    disconnected(peer, because: "the connection is gone")
    farewells.forget(peer)
    formerSessions.forget(peer)
  }

  mutating func disconnected(_ peer: Peer, because reason: String) {
    switch peer.side {
    case .client: dropClient(peer, because: reason)
    case .provider:
      if let id = providersByPeer[peer] { lostSession(of: id, because: reason) }
    }
  }

  /// A peer that does not read what it is sent costs only itself. That it does not read the bye
  /// either is no news.
  mutating func congested(_ peer: Peer) {
    guard hasSession(peer) else { return }
    log(.warning, "\(name(of: peer)) does not read what it is sent; its session ends.")
    part(with: peer, .slowConsumer, "It does not read what it is sent.")
  }

  /// Answers frames that are no message, as far as they say whom to answer.
  mutating func refused(_ error: WireError, from peer: Peer) {
    watchers.recordRejectedMessage()
    logRefusal("\(name(of: peer)) sent something that is refused: \(error.message)")
    switch error {
    case .otherMajor:
      guard farewells.isDue(for: peer, at: turn.now) else { return }
      let supported = settings.versions.listed
      let reject = Reject(code: .versionUnsupported, message: error.message, supported: supported)
      send(Header(type: .reject), reject, to: peer)
    case .unknownType(_, let id?), .header(_, let id?):
      if refusedAnswer(to: id, from: peer, because: error.message) { return }
      guard hasSession(peer) || farewells.isDue(for: peer, at: turn.now) else { return }
      send(Header(type: .error, re: id), Failure(error.code, error.message), to: peer)
    case .unknownType(_, nil):
      break
    case .header(_, nil), .frameCount, .tooLarge:
      part(with: peer, error.code, error.message)
    }
  }

  /// A broken header may be that of an answer: then it is the answer that is refused.
  private mutating func refusedAnswer(
    to id: String,
    from peer: Peer,
    because problem: String
  ) -> Bool {
    guard let provider = providersByPeer[peer] else { return false }
    let failure = Failure(.protocolViolation, problem)
    return providerCalls.receivedInvalidReply(to: id, from: provider, failure, &turn)
  }

  /// What strangers cause does not fill the log.
  mutating func logRefusal(_ text: String) {
    switch refusals.take(at: turn.now) {
    case .write: log(.warning, text)
    case .writeLast:
      log(.warning, "\(text) More of the kind is left out for \(LogRateLimiter.windowMs / 1000) s.")
    case .leaveOut: break
    }
  }
}
