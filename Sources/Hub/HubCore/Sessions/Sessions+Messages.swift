import BusProtocol
import MusicModel

/// What a valid message is, under the session of its peer.
enum ReceivedMessage: Sendable {
  /// The hello of a provider, whose token is still to be checked.
  case hello(ProviderHello)
  /// A call of a client, or the cancellation of one.
  case call, cancel
  /// A reply of a provider to a call.
  case reply(from: ProviderID)
  /// It is of a session that has ended.
  case late
  /// Nothing is left to do.
  case handled
}

/// Messages of peers: those about the sessions themselves are handled here.
extension Sessions {
  mutating func receive(
    _ message: WireMessage,
    from peer: Peer,
    _ turn: inout Turn
  ) -> ReceivedMessage {
    switch (message.header.type, peer.side) {
    case (.hello, .client): clientHelloReceived(message, from: peer, &turn)
    case (.hello, .provider):
      if let hello = hello(message, from: peer, &turn) { return .hello(hello) }
    case (_, .client): return receiveFromClient(message, peer, &turn)
    case (_, .provider): return receiveFromProvider(message, peer, &turn)
    }
    return .handled
  }

  private mutating func receiveFromClient(
    _ message: WireMessage,
    _ peer: Peer,
    _ turn: inout Turn
  ) -> ReceivedMessage {
    let header = message.header
    if let problem = checkSession(header, clients[peer]?.sid, peer, &turn) { return problem }
    clients.update(peer) { $0.liveness.heard = turn.now }
    switch header.type {
    case .call: return .call
    case .cancel: return .cancel
    case .pong: break
    case .bye:
      endClientSession(peer, because: "it said bye", &turn)
      closed.remove(peer)
    case .hello, .welcome, .reject, .ping, .part, .done, .error:
      let text = "A client does not send \"\(header.type.rawValue)\"."
      closeSession(of: peer, .protocolViolation, text, &turn)
    }
    return .handled
  }

  private mutating func receiveFromProvider(
    _ message: WireMessage,
    _ peer: Peer,
    _ turn: inout Turn
  ) -> ReceivedMessage {
    let provider = providersByPeer[peer]
    let sid = provider.flatMap { providers[$0]?.sid }
    if let problem = checkSession(message.header, sid, peer, &turn) { return problem }
    guard let id = provider else { return .handled }
    providers.update(id) { $0.liveness.heard = turn.now }
    switch message.header.type {
    case .part, .done, .error: return .reply(from: id)
    case .pong: break
    case .bye: loseSession(of: id, because: "it said bye", &turn)
    case .hello, .welcome, .reject, .ping, .call, .cancel:
      let text = "A provider does not send \"\(message.header.type.rawValue)\"."
      closeSession(of: peer, .protocolViolation, text, &turn)
    }
    return .handled
  }

  /// Checks that a message belongs to the session of its connection. If not, it is ignored, or replied
  /// to with `bye`.
  ///
  /// - Returns: what it is then; `nil` if it belongs to the session.
  private mutating func checkSession(
    _ header: Header,
    _ sid: String?,
    _ peer: Peer,
    _ turn: inout Turn
  ) -> ReceivedMessage? {
    if let sid, header.sid == sid { return nil }
    if sid != nil, closed.contains(header.sid, of: peer) { return .late }
    if header.type != .bye {
      // A bye ends the session of the connection, if it has one: both sides must agree.
      let text = "Unknown session; say hello again."
      closeSession(of: peer, .sessionUnknown, text, &turn)
    }
    return .handled
  }

  /// Refuses a message, as the hub is stopping.
  mutating func refuseWhileStopping(
    _ message: WireMessage,
    from peer: Peer,
    _ failure: Failure,
    _ turn: inout Turn
  ) {
    switch message.header.type {
    case .call:
      guard peer.side == .client, let id = message.header.id else { return }
      send(Header(type: .error, re: id, sid: message.header.sid), failure, to: peer, &turn)
    case .hello:
      let bye = Bye(code: failure.code, message: failure.message)
      send(Header(type: .bye), bye, to: peer, &turn)
    default: break
    }
  }

  /// Logs frames that are not a valid message.
  mutating func logInvalidMessage(_ error: WireError, from peer: Peer, _ turn: inout Turn) {
    let text = "Rejected a message from \(name(of: peer)): \(error.message)"
    turn.logLimited(.warning, about: name(of: peer), text)
  }

  /// The id and the provider of a reply that is not a valid message, if it may be one.
  func invalidReply(_ error: WireError, from peer: Peer) -> (id: String, provider: ProviderID)? {
    switch error {
    case .unknownType(_, let id?), .header(_, let id?): providersByPeer[peer].map { (id, $0) }
    case .unknownType, .header, .otherMajor, .frameCount, .tooLarge: nil
    }
  }

  /// Replies to frames that are not a valid message, as far as the peer is known.
  mutating func rejectInvalidMessage(_ error: WireError, from peer: Peer, _ turn: inout Turn) {
    switch error {
    case .otherMajor:
      guard byes.isDue(for: peer, at: turn.now) else { return }
      let supported = settings.versions.listed
      let reject = Reject(code: .versionUnsupported, message: error.message, supported: supported)
      send(Header(type: .reject), reject, to: peer, &turn)
    case .unknownType(_, let id?), .header(_, let id?):
      guard hasSession(peer) || byes.isDue(for: peer, at: turn.now) else { return }
      let sid = sid(of: peer) ?? providersByPeer[peer].flatMap { providers[$0]?.sid }
      let header = Header(type: .error, re: id, sid: sid)
      send(header, Failure(error.code, error.message), to: peer, &turn)
    case .unknownType(_, nil):
      break
    case .header(_, nil), .frameCount, .tooLarge:
      closeSession(of: peer, error.code, error.message, &turn)
    }
  }
}

/// Messages to peers, within the limits of the protocol.
extension Sessions {
  mutating func send(_ message: WireMessage, to peer: Peer, _ turn: inout Turn) {
    switch peer.side {
    case .client: clients.update(peer) { $0.liveness.sent = turn.now }
    case .provider:
      if let id = providersByPeer[peer] { providers.update(id) { $0.liveness.sent = turn.now } }
    }
    turn.perform(.send(message, to: peer))
  }

  /// Sends a message with a body, unless it is too large.
  ///
  /// - Returns: whether it was sent.
  @discardableResult
  mutating func send(
    _ header: Header,
    _ body: some Encodable,
    to peer: Peer,
    _ turn: inout Turn
  ) -> Bool {
    guard let bytes = encode(body, of: header, &turn) else { return false }
    send(WireMessage(header, body: bytes), to: peer, &turn)
    return true
  }

  /// Sends a reply under the session of its client.
  mutating func send(_ reply: ReplyMessages, to client: Peer, _ turn: inout Turn) {
    if let problem = reply.problem { turn.log(.error, problem) }
    let sid = sid(of: client)
    for var message in reply.messages {
      message.header.sid = sid
      send(message, to: client, &turn)
    }
  }

  /// Sends a message of a lane to its provider, if that has a session.
  mutating func send(_ message: Lanes.Message, to id: ProviderID, _ turn: inout Turn) {
    guard let session = providers[id] else { return }
    switch message {
    case .call(var header, let parameters):
      header.sid = session.sid
      send(header, parameters, to: session.peer, &turn)
      checkLivenessSoon(after: settings.providerPingMs, &turn)
    case .cancel(let call):
      let header = Header(type: .cancel, re: call.text, sid: session.sid)
      send(WireMessage(header), to: session.peer, &turn)
    }
  }

  /// The bytes of a body; `nil` if it is too large for one message.
  func encode(_ body: some Encodable, of header: Header, _ turn: inout Turn) -> [UInt8]? {
    do {
      let bytes = try JSONCodec.encode(body)
      return bytes.count <= settings.limits.bodyBytes ? bytes : nil
    } catch {
      let text =
        "Could not encode the body of \"\(header.type.rawValue)\": \(JSONCodec.describe(error))"
      turn.log(.error, text)
      return nil
    }
  }
}
