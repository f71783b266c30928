import BusProtocol

/// A client that has said hello.
struct ClientSession: Sendable {
  let sid: String
  let peer: Peer
  let description: PeerDescription
  var liveness: LivenessMonitor
  /// The calls in flight, by the client's own ids.
  var calls: [String: ClientCallID] = [:]
}
