import BusProtocol
import MusicModel

/// Who may speak: hello, welcome, reject, bye.
extension Hub {
  mutating func received(_ message: WireMessage, from peer: Peer) {
    if message.header.type == .hello {
      switch peer.side {
      case .client: helloOfClient(message, from: peer)
      case .provider: helloOfProvider(message, from: peer)
      }
      return
    }
    switch peer.side {
    case .client: receivedFromClient(message, peer)
    case .provider: receivedFromProvider(message, peer)
    }
  }

  /// Answers frames that are no message, as far as they say whom to answer.
  mutating func refused(_ error: WireError, from peer: Peer) {
    counters.refused += 1
    log(.warning, "\(name(of: peer)) sent something that is refused: \(error.message)")
    switch error {
    case .otherMajor:
      let reject = Reject(
        code: .versionUnsupported,
        message: error.message,
        supported: settings.versions.listed
      )
      send(Header(type: .reject), reject, to: peer)
    case .unknownType(_, let id?), .header(_, let id?):
      send(Header(type: .error, re: id), Failure(error.code, error.message), to: peer)
    case .unknownType(_, nil):
      break
    case .header(_, nil), .frameCount, .tooLarge:
      part(with: peer, Bye(code: error.code, message: error.message))
    }
  }

  private mutating func helloOfClient(_ message: WireMessage, from peer: Peer) {
    guard life == .running else {
      send(Header(type: .bye), Bye(code: .hubStopping, message: "The hub is stopping."), to: peer)
      return
    }
    guard let hello = readHello(message, from: peer), let version = agreed(hello, with: peer) else {
      return
    }
    dropClient(peer, because: "it said hello again")
    guard clients.count < settings.clientsMax else {
      let text = "The hub serves \(settings.clientsMax) clients already; try again later."
      send(Header(type: .bye), Bye(code: .busy, message: text), to: peer)
      return
    }
    let sid = "\(bootID)-\(nextNumber())"
    clients[peer] = ClientSession(
      sid: sid,
      peer: peer,
      description: hello.peer,
      lastHeard: now
    )
    welcome(peer, to: message.header.id, sid: sid, version: version, side: .client)
  }

  private mutating func helloOfProvider(_ message: WireMessage, from peer: Peer) {
    guard let hello = readHello(message, from: peer), let version = agreed(hello, with: peer) else {
      return
    }
    guard let token = hello.token,
      let (id, process) = providers.lazy.compactMap({ id, slot in
        slot.process.map { (id, $0) }
      }).first(where: { $0.1.token == token })
    else {
      reject(peer, .tokenInvalid, "The token is not that of a provider that this hub started.")
      return
    }
    guard let descriptor = hello.descriptor, descriptor.id == id else {
      let problem = "The descriptor must be there and be that of \"\(id)\"."
      providers[id]?.lastError = problem
      reject(peer, .protocolViolation, problem)
      return
    }
    let sid = "\(bootID)-\(nextNumber())"
    welcome(peer, to: message.header.id, sid: sid, version: version, side: .provider)
    ready(
      id,
      .init(sid: sid, peer: peer, process: process, descriptor: descriptor, lastHeard: now)
    )
  }

  private mutating func readHello(_ message: WireMessage, from peer: Peer) -> Hello? {
    do throws(Failure) {
      return try message.decodeBody(Hello.self)
    } catch {
      reject(peer, .protocolViolation, error.message)
      return nil
    }
  }

  private mutating func agreed(_ hello: Hello, with peer: Peer) -> ProtocolVersion? {
    if let version = settings.versions.highestCommon(with: hello.versions) { return version }
    reject(
      peer,
      .versionUnsupported,
      "\(hello.peer.name) speaks \(hello.versions.min) to \(hello.versions.max); "
        + "this hub speaks \(settings.versions.min) to \(settings.versions.max)."
    )
    return nil
  }

  private mutating func reject(_ peer: Peer, _ code: ErrorCode, _ message: String) {
    log(.warning, "A \(peer.side) is refused: \(message)")
    let reject = Reject(code: code, message: message, supported: settings.versions.listed)
    send(Header(type: .reject), reject, to: peer)
  }

  private mutating func welcome(
    _ peer: Peer,
    to hello: String?,
    sid: String,
    version: ProtocolVersion,
    side: Peer.Side
  ) {
    let isClient = side == .client
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

  /// Tells a peer that its session is over, and why.
  mutating func part(with peer: Peer, _ bye: Bye) {
    send(Header(type: .bye), bye, to: peer)
    disconnected(peer, because: bye.message ?? "it was told bye")
  }

  mutating func disconnected(_ peer: Peer, because reason: String) {
    switch peer.side {
    case .client: dropClient(peer, because: reason)
    case .provider:
      if let id = provider(at: peer) { lostSession(of: id, because: reason) }
    }
  }

  /// A peer that does not read what it is sent costs only itself.
  mutating func congested(_ peer: Peer) {
    let bye = Bye(code: .slowConsumer, message: "It does not read what it is sent.")
    log(.warning, "\(name(of: peer)) does not read what it is sent; its session ends.")
    part(with: peer, bye)
  }

  func provider(at peer: Peer) -> ProviderID? {
    providers.first { $0.value.session?.peer == peer }?.key
  }

  /// The peer as a log line names it.
  func name(of peer: Peer) -> String {
    switch peer.side {
    case .client: "Client \(clients[peer]?.description.name ?? "without a session")"
    case .provider: "Provider \(provider(at: peer)?.rawValue ?? "without a session")"
    }
  }
}
