import BusProtocol
import MusicModel

/// Who may speak: hello, welcome, reject, bye.
extension Hub {
  mutating func received(_ message: WireMessage, from peer: Peer) {
    guard life == .running else { return turnAway(message, from: peer) }
    switch (message.header.type, peer.side) {
    case (.hello, .client): helloOfClient(message, from: peer)
    case (.hello, .provider): helloOfProvider(message, from: peer)
    case (_, .client): receivedFromClient(message, peer)
    case (_, .provider): receivedFromProvider(message, peer)
    }
  }

  private mutating func helloOfClient(_ message: WireMessage, from peer: Peer) {
    guard let hello = readHello(message, from: peer), let version = agreed(hello, message, peer)
    else {
      return
    }
    dropClient(peer, because: "it said hello again")
    guard clients.count < settings.clientsMax else {
      let text = "The hub serves \(settings.clientsMax) clients already; try again later."
      send(Header(type: .bye), Bye(code: .busy, message: text), to: peer)
      return
    }
    let sid = newSession(for: peer)
    clients[peer] = ClientSession(
      sid: sid,
      peer: peer,
      description: hello.peer,
      liveness: LivenessMonitor(now: turn.now)
    )
    welcome(peer, to: message.header.id, sid: sid, version: version)
  }

  /// Turns away one who is not what it says, as far as the system can tell.
  mutating func refused(_ hello: WireMessage, _ why: Failure, from peer: Peer) {
    watchers.recordRejectedMessage()
    reject(peer, hello, why.code, why.message)
  }

  private mutating func helloOfProvider(_ message: WireMessage, from peer: Peer) {
    guard let hello = readHello(message, from: peer), let version = agreed(hello, message, peer)
    else {
      return
    }
    guard let token = hello.token,
      let (id, process) = providers.lazy.compactMap({ id, slot in
        slot.process.map { (id, $0) }
      }).first(where: { $0.1.token == token })
    else {
      reject(
        peer,
        message,
        .tokenInvalid,
        "The token is not that of a provider that this hub started."
      )
      return
    }
    if case .leaving = providers[id]?.state {
      let text = "The hub has given this process up and replaces it."
      send(Header(type: .bye), Bye(code: .providerLost, message: text), to: peer)
      return
    }
    guard let descriptor = accepted(hello.descriptor, of: id, message, peer) else { return }
    if let other = providersByPeer[peer], other != id {
      lostSession(of: other, because: "its connection became that of \(id)")
    }
    let sid = newSession(for: peer)
    let session = ProviderSlot.Session(
      sid: sid,
      peer: peer,
      process: process,
      descriptor: descriptor,
      liveness: LivenessMonitor(now: turn.now)
    )
    welcome(peer, to: message.header.id, sid: sid, version: version)
    ready(id, session)
  }

  private mutating func accepted(
    _ descriptor: Descriptor?,
    of id: ProviderID,
    _ message: WireMessage,
    _ peer: Peer
  ) -> Descriptor? {
    do throws(Failure) {
      guard let descriptor, descriptor.id == id else {
        throw Failure(.protocolViolation, "The descriptor must be there and be that of \"\(id)\".")
      }
      try descriptor.check()
      return descriptor
    } catch {
      providers[id]?.lastError = error.message
      reject(peer, message, error.code, error.message)
      return nil
    }
  }

  private mutating func newSession(for peer: Peer) -> String {
    farewells.forget(peer)
    return "\(bootID)-\(nextNumber())"
  }

  private mutating func readHello(_ message: WireMessage, from peer: Peer) -> Hello? {
    do throws(Failure) {
      return try message.decodeBody(Hello.self)
    } catch {
      reject(peer, message, .protocolViolation, error.message)
      return nil
    }
  }

  private mutating func agreed(
    _ hello: Hello,
    _ message: WireMessage,
    _ peer: Peer
  ) -> ProtocolVersion? {
    if let version = settings.versions.highestCommon(with: hello.versions) { return version }
    reject(
      peer,
      message,
      .versionUnsupported,
      "\(hello.peer.name) speaks \(hello.versions.min) to \(hello.versions.max); "
        + "this hub speaks \(settings.versions.min) to \(settings.versions.max)."
    )
    return nil
  }

  private mutating func reject(
    _ peer: Peer,
    _ hello: WireMessage,
    _ code: ErrorCode,
    _ message: String
  ) {
    logRefusal("A \(peer.side) is refused: \(message)")
    let reject = Reject(code: code, message: message, supported: settings.versions.listed)
    send(Header(type: .reject, re: hello.header.id), reject, to: peer)
  }

  private mutating func welcome(
    _ peer: Peer,
    to hello: String?,
    sid: String,
    version: ProtocolVersion
  ) {
    let isClient = peer.side == .client
    let body = Welcome(
      version: version,
      hub: PeerDescription(name: "musicbus-hub", version: settings.version),
      limits: settings.limits,
      liveness: .init(
        pingMs: isClient ? settings.clientPingMs : settings.providerPingMs,
        deadMs: isClient ? settings.clientDeadMs : settings.providerDeadMs
      )
    )
    send(Header(type: .welcome, re: hello, sid: sid), body, to: peer)
  }

  /// The peer as a log line names it.
  func name(of peer: Peer) -> String {
    switch peer.side {
    case .client: "Client \(clients[peer]?.description.name ?? "without a session")"
    case .provider: "Provider \(providersByPeer[peer]?.rawValue ?? "without a session")"
    }
  }
}
