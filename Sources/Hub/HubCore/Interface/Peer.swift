/// One connection to the hub: at which of its two sockets, and under which routing id.
package struct Peer: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case client
    case provider
  }

  /// The caller of calls that no client waits for: it has no session, and gets no replies.
  static let hub = Peer(.client, routing: [])

  package var side: Side
  package var routing: [UInt8]

  package init(_ side: Side, routing: [UInt8]) {
    self.side = side
    self.routing = routing
  }

  /// Hashes the routing id as one piece: the hub finds each message's session by its peer.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(side)
    routing.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
