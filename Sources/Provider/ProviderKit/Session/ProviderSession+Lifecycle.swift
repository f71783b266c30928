internal import BusProtocol
internal import MusicModel

/// How a session begins, is lost and ends.
extension ProviderSession {
  mutating func greet(onNewConnection isNew: Bool, at now: Int) {
    hellos += 1
    let id = "h\(hellos)"
    state = .greeting(id: id, until: now + ProviderSession.helloMs)
    if isNew { act(.connect) }
    let peer = PeerDescription(name: promise.id.rawValue, version: promise.version)
    let hello = Hello(versions: versions, peer: peer, token: token, descriptor: promise)
    send(Header(type: .hello, id: id), hello)
  }

  mutating func lookAtClock(_ now: Int) {
    switch state {
    case .greeting(_, let until) where now >= until:
      log("The hub does not answer; trying again on a new connection.")
      greet(onNewConnection: true, at: now)
    case .pausing(let until) where now >= until:
      greet(onNewConnection: true, at: now)
    case .open(let open) where now >= open.lastHeard + open.deadMs:
      log("The hub has been silent for \(now - open.lastHeard) ms; connecting anew.")
      leave(at: now)
      greet(onNewConnection: true, at: now)
    default: break
    }
    for (id, call) in calls.sorted(by: { $0.key < $1.key }) where now >= call.deadline {
      let text = "\(call.method) was not done within \(call.deadline - call.started) ms."
      close(id, with: Failure(.deadlineExceeded, text))
    }
  }

  mutating func welcome(_ message: WireMessage, at now: Int) {
    guard case .greeting(let id, _) = state, message.header.re == id else { return }
    guard let sid = message.header.sid else {
      return log("A welcome without a session was ignored.")
    }
    do throws(Failure) {
      let welcome = try message.decodeBody(Welcome.self)
      guard versions.min <= welcome.version, welcome.version <= versions.max else {
        log("The hub chose version \(welcome.version), which was not offered.")
        return finish(ExitStatus.configuration)
      }
      state = .open(
        Open(
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

  mutating func rejected(_ message: WireMessage) {
    guard case .greeting = state else { return }
    let reject = try? message.decodeBody(Reject.self)
    let supported = reject?.supported.map(\.description).joined(separator: ", ") ?? ""
    log(
      "The hub refuses this provider: \(reject?.message ?? "no reason given")"
        + (supported.isEmpty ? "" : " It speaks \(supported).")
    )
    finish(ExitStatus.configuration)
  }

  mutating func bye(_ message: WireMessage, at now: Int) {
    guard case .open(let open) = state else { return }
    let bye = (try? message.decodeBody(Bye.self)) ?? Bye()
    log("The hub ends the session: \(bye.message ?? bye.code?.rawValue ?? "no reason given")")
    if now - open.since >= ProviderSession.goodSessionMs { failures = 0 }
    leave(at: now)
    let isAtOnce = bye.code == .sessionUnknown || bye.code == .slowConsumer
    if isAtOnce, failures == 0 {
      greet(onNewConnection: false, at: now)
    } else {
      state = .pausing(until: now + min(5000, 100 << min(failures, 6)))
    }
    failures += 1
  }

  /// Gives up all calls of a session that is no more; nobody waits for their terminals.
  private mutating func leave(at now: Int) {
    for call in calls.values.sorted(by: { $0.run < $1.run }) { act(.cancel(run: call.run)) }
    calls = [:]
  }

  mutating func stop(_ reason: String) {
    guard state != .over else { return }
    log("Ending: \(reason).")
    for id in calls.keys.sorted() {
      close(id, with: Failure(.cancelled, "The provider ends: \(reason)."))
    }
    if case .open(let open) = state {
      send(Header(type: .bye, sid: open.sid), Bye(message: "The provider ends: \(reason)."))
    }
    finish(ExitStatus.success)
  }

  private mutating func finish(_ status: Int32) {
    state = .over
    act(.exit(status))
  }

  /// Tells of what was no message, but not for ever.
  mutating func refuse(_ error: WireError) {
    refusals += 1
    if refusals <= 10 { log("Something that is no message was ignored: \(error.message)") }
    guard case .open(let open) = state else { return }
    let id: String? =
      switch error {
      case .unknownType(_, let id), .header(_, let id): id
      case .frameCount, .otherMajor, .tooLarge: nil
      }
    guard let id else { return }
    send(Header(type: .error, re: id, sid: open.sid), Failure(error.code, error.message))
  }
}
