internal import BusProtocol
internal import MusicModel

/// The beginning, the loss and the end of a session.
extension ProviderSession {
  mutating func sendHello(onNewConnection isNew: Bool, at now: Int) {
    helloCount += 1
    let id = "h\(helloCount)"
    state = .awaitingWelcome(id: id, until: now + ProviderSession.welcomeTimeoutMs)
    if isNew { emit(.connect) }
    let peer = PeerDescription(name: descriptor.id.rawValue, version: descriptor.version)
    let hello = Hello(versions: versions, peer: peer, token: token, descriptor: descriptor)
    send(Header(type: .hello, id: id), hello)
  }

  mutating func checkTimeouts(_ now: Int) {
    switch state {
    case .awaitingWelcome(_, let until) where now >= until:
      log("No welcome from the hub; reconnecting.")
      sendHello(onNewConnection: true, at: now)
    case .backingOff(let until) where now >= until:
      sendHello(onNewConnection: true, at: now)
    case .active(let session) where now >= session.lastHeard + session.deadMs:
      log("No message from the hub for \(now - session.lastHeard) ms; reconnecting.")
      abandonCalls()
      sendHello(onNewConnection: true, at: now)
    default: break
    }
    for (id, call) in calls.sorted(by: { $0.key < $1.key }) where now >= call.deadline {
      let text = "\(call.method) took longer than \(call.deadline - call.started) ms."
      fail(id, with: Failure(.deadlineExceeded, text))
    }
  }

  mutating func receiveWelcome(_ message: WireMessage, at now: Int) {
    guard case .awaitingWelcome(let id, _) = state, message.header.re == id else { return }
    guard let sid = message.header.sid else {
      return log("Ignored a welcome without a session id.")
    }
    do throws(Failure) {
      let welcome = try message.decodeBody(Welcome.self)
      guard versions.min <= welcome.version, welcome.version <= versions.max else {
        log("The hub chose version \(welcome.version), which was not offered.")
        return exit(ExitStatus.configuration)
      }
      state = .active(
        Active(
          sid: sid,
          since: now,
          lastHeard: now,
          deadMs: max(1, welcome.liveness.deadMs),
          limits: welcome.limits
        )
      )
      log("Serving \(welcome.hub.name) \(welcome.hub.version), session \(sid).")
    } catch {
      log(error.message)
    }
  }

  mutating func receiveReject(_ message: WireMessage) {
    guard case .awaitingWelcome = state else { return }
    let reject = try? message.decodeBody(Reject.self)
    let supported = reject?.supported.map(\.description).joined(separator: ", ") ?? ""
    log(
      "The hub rejected this provider: \(reject?.message ?? "no reason given")"
        + (supported.isEmpty ? "" : " It supports \(supported).")
    )
    exit(ExitStatus.configuration)
  }

  mutating func receiveBye(_ message: WireMessage, at now: Int) {
    guard case .active(let session) = state else { return }
    let bye = (try? message.decodeBody(Bye.self)) ?? Bye()
    log("The hub closed the session: \(bye.message ?? bye.code?.rawValue ?? "no reason given")")
    if now - session.since >= ProviderSession.stableSessionMs { consecutiveFailures = 0 }
    abandonCalls()
    let isImmediate = bye.code == .sessionUnknown || bye.code == .slowConsumer
    if isImmediate, consecutiveFailures == 0 {
      sendHello(onNewConnection: false, at: now)
    } else {
      state = .backingOff(until: now + min(5000, 100 << min(consecutiveFailures, 6)))
    }
    consecutiveFailures += 1
  }

  /// Cancels all calls without replying: their session is lost.
  private mutating func abandonCalls() {
    for call in calls.values.sorted(by: { $0.task < $1.task }) { emit(.cancel(task: call.task)) }
    calls = [:]
  }

  mutating func stop(_ reason: String) {
    guard state != .ended else { return }
    log("Exiting: \(reason).")
    for id in calls.keys.sorted() {
      fail(id, with: Failure(.cancelled, "The provider is exiting: \(reason)."))
    }
    if case .active(let session) = state {
      send(
        Header(type: .bye, sid: session.sid),
        Bye(message: "The provider is exiting: \(reason).")
      )
    }
    exit(ExitStatus.success)
  }

  private mutating func exit(_ status: Int32) {
    state = .ended
    emit(.exit(status))
  }

  /// Logs the first invalid messages, and replies to those that have an id.
  mutating func receiveInvalid(_ error: WireError) {
    invalidCount += 1
    if invalidCount <= 10 { log("Ignored an invalid message: \(error.message)") }
    guard case .active(let session) = state else { return }
    let id: String? =
      switch error {
      case .unknownType(_, let id), .header(_, let id): id
      case .frameCount, .otherMajor, .tooLarge: nil
      }
    guard let id else { return }
    send(Header(type: .error, re: id, sid: session.sid), Failure(error.code, error.message))
  }
}
