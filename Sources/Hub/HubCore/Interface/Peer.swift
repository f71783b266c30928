/// One connection to the hub: at which of its two sockets, and under which routing id.
package struct Peer: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case client
    case provider
  }

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
