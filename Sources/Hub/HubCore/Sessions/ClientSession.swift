import BusProtocol

/// The session of a client.
struct ClientSession: Sendable {
  let sid: String
  let peer: Peer
  let description: PeerDescription
  var liveness: LivenessMonitor
}
