import BusProtocol
import MusicModel

/// The start of sessions: `hello`, then `welcome`, `reject` or `bye`.
extension Sessions {
  mutating func clientHelloReceived(
    _ message: WireMessage,
    from peer: Peer,
    _ turn: inout Turn
  ) {
    guard let hello = decodeHello(message, from: peer, &turn),
      let version = agreedVersion(hello, message, peer, &turn)
    else { return }
    endClientSession(peer, because: "it said hello again", &turn)
    guard clients.count < settings.maxClients else {
      let text = "The hub already has \(settings.maxClients) clients; try again later."
      send(Header(type: .bye), Bye(code: .busy, message: text), to: peer, &turn)
      return
    }
    let sid = newSession(for: peer, &turn)
    clients[peer] = ClientSession(
      sid: sid,
      peer: peer,
      description: hello.peer,
      liveness: LivenessMonitor(now: turn.now)
    )
    sendWelcome(to: peer, re: message.header.id, sid: sid, version: version, &turn)
  }

  /// The hello of a provider, or `nil` if it was rejected.
  mutating func hello(
    _ message: WireMessage,
    from peer: Peer,
    _ turn: inout Turn
  ) -> ProviderHello? {
    guard let hello = decodeHello(message, from: peer, &turn),
      let version = agreedVersion(hello, message, peer, &turn)
    else { return nil }
    return ProviderHello(peer: peer, id: message.header.id, hello: hello, version: version)
  }

  /// Opens the session of a provider whose hello the supervisor has accepted.
  mutating func openSession(
    of id: ProviderID,
    _ descriptor: Descriptor,
    _ hello: ProviderHello,
    _ turn: inout Turn
  ) {
    if let other = providersByPeer[hello.peer], other != id {
      loseSession(of: other, because: "\(id) took over its connection", &turn)
    }
    removeSession(of: id)
    let sid = newSession(for: hello.peer, &turn)
    providers[id] = ProviderSession(
      sid: sid,
      peer: hello.peer,
      mayBeSilent: descriptor.level == .core,
      liveness: LivenessMonitor(now: turn.now)
    )
    providersByPeer[hello.peer] = id
    sendWelcome(to: hello.peer, re: hello.id, sid: sid, version: hello.version, &turn)
  }

  private mutating func decodeHello(
    _ message: WireMessage,
    from peer: Peer,
    _ turn: inout Turn
  ) -> Hello? {
    do throws(Failure) {
      return try message.decodeBody(Hello.self)
    } catch {
      let failure = Failure(.protocolViolation, error.message)
      reject(peer, message.header.id, failure, &turn)
      return nil
    }
  }

  private mutating func agreedVersion(
    _ hello: Hello,
    _ message: WireMessage,
    _ peer: Peer,
    _ turn: inout Turn
  ) -> ProtocolVersion? {
    if let version = settings.versions.highestCommon(with: hello.versions) { return version }
    let failure = Failure(
      .versionUnsupported,
      "\(hello.peer.name) speaks \(hello.versions.min) to \(hello.versions.max); "
        + "this hub speaks \(settings.versions.min) to \(settings.versions.max)."
    )
    reject(peer, message.header.id, failure, &turn)
    return nil
  }

  /// Rejects a `hello`.
  mutating func reject(_ peer: Peer, _ hello: String?, _ failure: Failure, _ turn: inout Turn) {
    turn.logLimited(
      .warning,
      about: "rejected \(peer.side)s",
      "Rejected a \(peer.side): \(failure.message)"
    )
    let supported = settings.versions.listed
    let body = Reject(code: failure.code, message: failure.message, supported: supported)
    send(Header(type: .reject, re: hello), body, to: peer, &turn)
  }

  private mutating func sendWelcome(
    to peer: Peer,
    re hello: String?,
    sid: String,
    version: ProtocolVersion,
    _ turn: inout Turn
  ) {
    let isClient = peer.side == .client
    let body = Welcome(
      version: version,
      hub: PeerDescription(name: "musicbus-hub", version: settings.version),
      limits: settings.limits,
      liveness: .init(
        pingMs: isClient ? settings.clientPingMs : settings.idleProviderPingMs,
        deadMs: isClient ? settings.clientDeadMs : settings.idleProviderDeadMs
      )
    )
    checkLivenessSoon(after: body.liveness.pingMs, &turn)
    send(Header(type: .welcome, re: hello, sid: sid), body, to: peer, &turn)
  }
}

/// A `hello` of a provider whose protocol version the hub supports.
struct ProviderHello: Sendable {
  let peer: Peer
  /// The id of the message.
  let id: String?
  let hello: Hello
  let version: ProtocolVersion
}
