import BusProtocol
import MusicModel

/// Sessions of clients and providers: hello, liveness, end. It knows no calls and no processes.
struct Sessions: Sendable {
  let settings: HubSettings
  /// Part of session ids, so that no two hubs use the same.
  let bootID: String
  var clients: [Peer: ClientSession] = [:]
  var providers: [ProviderID: ProviderSession] = [:]
  var providersByPeer: [Peer: ProviderID] = [:]
  var closed = ClosedSessions()
  var byes = ByeRateLimiter()
  /// Those that have ended, and of which the rest of the hub does not know yet.
  private var ended: [EndedSession] = []

  init(_ settings: HubSettings, bootID: String) {
    self.settings = settings
    self.bootID = bootID
  }

  mutating func noteEnd(_ session: EndedSession) { ended.append(session) }

  /// Returns the sessions that have ended since the last time.
  mutating func takeEnded() -> [EndedSession] {
    defer { ended = [] }
    return ended
  }

  /// The session id of a client.
  func sid(of client: Peer) -> String? { clients[client]?.sid }

  func hasSession(_ peer: Peer) -> Bool { clients[peer] != nil || providersByPeer[peer] != nil }

  mutating func newSession(for peer: Peer, _ turn: inout Turn) -> String {
    byes.remove(peer)
    return "\(bootID)-\(turn.nextNumber())"
  }

  /// The peer as a log line names it.
  func name(of peer: Peer) -> String {
    switch peer.side {
    case .client: "client \(clients[peer]?.description.name ?? "without a session")"
    case .provider: "provider \(providersByPeer[peer]?.rawValue ?? "without a session")"
    }
  }

  /// Returns the first broken coupling within this machine, or `nil`.
  func checkInvariants() -> String? {
    for (peer, session) in clients where session.peer != peer || peer.side != .client {
      return "A client has the session of another connection."
    }
    for (peer, id) in providersByPeer where providers[id]?.peer != peer {
      return "A connection belongs to provider \(id), which has another session."
    }
    for (id, session) in providers where providersByPeer[session.peer] != id {
      return "The session of provider \(id) has no connection."
    }
    let sids = clients.values.map(\.sid) + providers.values.map(\.sid)
    if Set(sids).count != sids.count { return "Two sessions have the same id." }
    for (peer, session) in clients where closed.contains(session.sid, of: peer) {
      return "The session \(session.sid) is open and closed."
    }
    return nil
  }
}
