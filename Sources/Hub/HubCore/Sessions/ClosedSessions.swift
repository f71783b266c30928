/// The last closed sessions of each connection.
///
/// Messages under them were sent before the peer learned of the end, and are ignored.
struct ClosedSessions: Sendable {
  private static let maxSessionsPerPeer = 4
  private static let maxPeers = 4_096

  private var sids: [Peer: [String]] = [:]

  mutating func add(_ sid: String, of peer: Peer) {
    // Lost connections are removed; so many others are a flood.
    if sids.count >= ClosedSessions.maxPeers, sids[peer] == nil { sids = [:] }
    let all = sids[peer, default: []] + [sid]
    sids[peer] = Array(all.suffix(ClosedSessions.maxSessionsPerPeer))
  }

  func contains(_ sid: String?, of peer: Peer) -> Bool {
    guard let sid else { return false }
    return sids[peer]?.contains(sid) == true
  }

  mutating func remove(_ peer: Peer) { sids[peer] = nil }
}
