import BusProtocol

/// A client that has said hello.
struct ClientSession: Sendable {
  let sid: String
  let peer: Peer
  let description: PeerDescription
  var liveness: Liveness
  /// The calls in flight, by the client's own ids.
  var calls: [String: CallKey] = [:]
}

/// The hub's own name for a client's call.
struct CallKey: Hashable, Sendable, Comparable {
  let number: Int
  static func < (left: CallKey, right: CallKey) -> Bool { left.number < right.number }
}
