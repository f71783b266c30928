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
  /// Those that have ended without the rest of the hub knowing it yet.
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

/// The session of a client.
struct ClientSession: Sendable {
  let sid: String
  let peer: Peer
  let description: PeerDescription
  var liveness: LivenessMonitor
}

/// The session of a provider.
struct ProviderSession: Sendable {
  let sid: String
  let peer: Peer
  /// Whether the provider may be silent until the deadlines of its calls.
  let mayBeSilent: Bool
  var liveness: LivenessMonitor
}

/// The last closed sessions of each connection.
///
/// Messages under them were sent before the peer learned of the end, and are ignored.
struct ClosedSessions: Sendable {
  private static let maxSessionsPerPeer = 4
  private static let maxPeers = 4_096

  private var sids: [Peer: [String]] = [:]

  mutating func add(_ sid: String, of peer: Peer) {
    // Lost connections are removed; this many others are a flood.
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

/// Limits the byes to peers without a session: a flood does not get a reply to each message.
struct ByeRateLimiter: Sendable {
  /// A peer gets one bye in this time, in milliseconds.
  static let pauseMs = 1_000
  static let maxPeers = 4_096

  private var sent: [Peer: Instant] = [:]

  /// Whether a bye is sent to the peer now; it counts as sent then.
  mutating func isDue(for peer: Peer, at now: Instant) -> Bool {
    if let last = sent[peer], now - last < ByeRateLimiter.pauseMs { return false }
    if sent.count >= ByeRateLimiter.maxPeers {
      sent = sent.filter { now - $0.value < ByeRateLimiter.pauseMs }
      // So many peers within a second are a flood.
      guard sent.count < ByeRateLimiter.maxPeers else { return false }
    }
    sent[peer] = now
    return true
  }

  mutating func remove(_ peer: Peer) { sent[peer] = nil }
}
