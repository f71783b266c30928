import BusProtocol

/// Calls and watches in flight by client, under the client's own ids.
struct CallIndex: Sendable {
  private var calls: [Peer: [String: ClientCallID]] = [:]

  subscript(id: String, of client: Peer) -> ClientCallID? { calls[client]?[id] }

  func count(of client: Peer) -> Int { calls[client]?.count ?? 0 }

  mutating func add(_ key: ClientCallID, as id: String, of client: Peer) {
    calls[client, default: [:]][id] = key
  }

  mutating func remove(_ id: String, of client: Peer) {
    calls[client]?[id] = nil
    if calls[client]?.isEmpty == true { calls[client] = nil }
  }

  /// Removes all calls of a client, and returns them in their order.
  mutating func removeAll(of client: Peer) -> [ClientCallID] {
    calls.removeValue(forKey: client)?.values.sorted() ?? []
  }
}
