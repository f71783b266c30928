import BusProtocol

/// Messages to peers.
extension Hub {
  mutating func send(_ message: WireMessage, to peer: Peer) {
    sessions.send(message, to: peer, &turn)
  }

  @discardableResult
  mutating func send(_ header: Header, _ body: some Encodable, to peer: Peer) -> Bool {
    sessions.send(header, body, to: peer, &turn)
  }

  mutating func written(_ body: some Encodable, of header: Header) -> [UInt8]? {
    sessions.encode(body, of: header, &turn)
  }
}
