import BusProtocol
import MusicModel

/// A session that has ended, but not by the rest of the hub.
enum EndedSession: Sendable {
  case client(Peer)
  /// The process may still run, and open another session.
  case provider(ProviderID, because: String)
}

/// The end of sessions: by a bye of either side, a lost connection, or the supervisor.
extension Sessions {
  static let slowConsumerText = "Slow consumer: too many unsent bytes."

  /// Ends the session of a peer with a bye; a peer without a session gets one from time to time.
  mutating func closeSession(
    of peer: Peer,
    _ code: ErrorCode,
    _ message: String,
    _ turn: inout Turn
  ) {
    guard hasSession(peer) || byes.isDue(for: peer, at: turn.now) else { return }
    send(Header(type: .bye), Bye(code: code, message: message), to: peer, &turn)
    endSession(of: peer, because: message, &turn)
  }

  /// Ends the session of a provider, with a bye if one is given. The supervisor knows of it.
  mutating func closeSession(of provider: ProviderID, _ bye: Bye?, _ turn: inout Turn) {
    guard let session = providers[provider] else { return }
    if let bye { send(Header(type: .bye, sid: session.sid), bye, to: session.peer, &turn) }
    removeSession(of: provider)
  }

  mutating func connectionLost(_ peer: Peer, _ turn: inout Turn) {
    endSession(of: peer, because: "the connection was lost", &turn)
    byes.remove(peer)
    closed.remove(peer)
  }

  /// Ends the session of a peer that reads too slowly. It may not read the bye either.
  mutating func congested(_ peer: Peer, _ turn: inout Turn) {
    guard hasSession(peer) else { return }
    turn.logLimited(
      .warning,
      about: name(of: peer),
      "The session of \(name(of: peer)) ends: it reads too slowly."
    )
    closeSession(of: peer, .slowConsumer, Sessions.slowConsumerText, &turn)
  }

  mutating func endSession(of peer: Peer, because reason: String, _ turn: inout Turn) {
    switch peer.side {
    case .client: endClientSession(peer, because: reason, &turn)
    case .provider:
      if let id = providersByPeer[peer] { loseSession(of: id, because: reason, &turn) }
    }
  }

  mutating func endClientSession(_ peer: Peer, because reason: String, _ turn: inout Turn) {
    guard let session = clients.removeValue(forKey: peer) else { return }
    closed.add(session.sid, of: peer)
    turn.logLimited(
      .debug,
      about: "clients",
      "The session of client \(session.description.name) ended: \(reason)."
    )
    noteEnd(.client(peer))
  }

  /// Ends the session of a provider whose process may say hello again.
  mutating func loseSession(of id: ProviderID, because reason: String, _ turn: inout Turn) {
    guard providers[id] != nil else { return }
    removeSession(of: id)
    noteEnd(.provider(id, because: reason))
  }

  mutating func removeSession(of id: ProviderID) {
    guard let session = providers.removeValue(forKey: id) else { return }
    providersByPeer[session.peer] = nil
    closed.add(session.sid, of: session.peer)
  }

  /// Ends the sessions of all clients, as the hub stops.
  mutating func closeClientSessions(_ bye: Bye, _ turn: inout Turn) {
    for session in clients.values.sorted(by: { $0.sid < $1.sid }) {
      send(Header(type: .bye, sid: session.sid), bye, to: session.peer, &turn)
    }
    clients.removeAll()
  }
}
