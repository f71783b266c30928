import BusProtocol
import MusicModel

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
