import BusProtocol
import MusicModel

/// How messages leave: written as JSON, within the limits that the hub dictates to others.
extension Hub {
  mutating func send(_ message: WireMessage, to peer: Peer) {
    switch peer.side {
    case .client: clients[peer]?.liveness.sent = turn.now
    case .provider:
      if let id = providersByPeer[peer] { providers[id]?.session?.liveness.sent = turn.now }
    }
    act(.send(message, to: peer))
  }

  /// Sends a call to a provider.
  mutating func send(_ header: Header, _ parameters: CallParameters, to id: ProviderID) {
    guard let session = providers[id]?.session else { return }
    var header = header
    header.sid = session.sid
    send(header, parameters, to: session.peer)
  }

  mutating func cancel(_ call: ProviderCallID, of id: ProviderID) {
    guard let session = providers[id]?.session else { return }
    send(Header(type: .cancel, re: call.text, sid: session.sid), to: session.peer)
  }

  mutating func send(_ header: Header, to peer: Peer) { send(WireMessage(header), to: peer) }

  /// Sends a message with a body.
  ///
  /// - Returns: whether it could be written and is not too large; nothing is sent otherwise.
  @discardableResult
  mutating func send(_ header: Header, _ body: some Encodable, to peer: Peer) -> Bool {
    guard let bytes = written(body, of: header) else { return false }
    send(WireMessage(header, body: bytes), to: peer)
    return true
  }

  /// The bytes of a body, or nothing where it is too large for one message.
  mutating func written(_ body: some Encodable, of header: Header) -> [UInt8]? {
    do {
      let bytes = try BusCodec.encode(body)
      return bytes.count <= settings.limits.bodyBytes ? bytes : nil
    } catch {
      log(.error, "The body of \"\(header.type.rawValue)\" could not be written: \(error)")
      return nil
    }
  }
}
