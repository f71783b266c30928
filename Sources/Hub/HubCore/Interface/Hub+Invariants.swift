import BusProtocol

/// Couplings between the machines of the hub. The simulator checks them after each turn.
extension Hub {
  /// Returns the first broken coupling, or `nil`.
  package func checkInvariants() -> String? {
    for (peer, id) in providersByPeer where providers[id]?.session?.peer != peer {
      return "A connection belongs to provider \(id), which has another session."
    }
    for (id, slot) in providers {
      if let session = slot.session, providersByPeer[session.peer] != id {
        return "The session of provider \(id) has no connection."
      }
    }
    return nil
  }
}
