/// The sessions that a connection had before: what is sent under them was sent before the peer learned
/// of their end, and is left aside.
struct ClosedSessions: Sendable {
  /// So many are remembered of one connection, and of so many connections.
  private static let namesMax = 4
  private static let peersMax = 4_096

  private var names: [Peer: [String]] = [:]

  mutating func note(_ sid: String, of peer: Peer) {
    // Connections that were lost are forgotten; so many others are a flood.
    if names.count >= ClosedSessions.peersMax, names[peer] == nil { names = [:] }
    names[peer] = Array((names[peer, default: []] + [sid]).suffix(ClosedSessions.namesMax))
  }

  func contains(_ sid: String?, of peer: Peer) -> Bool {
    guard let sid else { return false }
    return names[peer]?.contains(sid) == true
  }

  mutating func forget(_ peer: Peer) { names[peer] = nil }
}
