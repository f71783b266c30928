import BusProtocol
import HubCore
import MusicModel

/// Invariants of clients: each call has exactly one end, in time, at its caller.
extension InvariantChecker {
  mutating func observe(_ message: WireMessage, ofClient peer: Peer) {
    let header = message.header
    guard let view = clients[peer], header.sid == view.sid, !isStopping else {
      // A hub that stops rejects each call.
      if header.type == .call, let id = header.id { rejectable.insert(id) }
      return
    }
    clients[peer]?.heard = now
    switch header.type {
    case .call:
      guard let id = header.id else { return }
      status = nil
      if view.calls[id] == nil {
        let call = ObservedCall(message, at: now)
        cancelAdding(of: call)
        clients[peer]?.calls[id] = call
        if [.favoritesAdd, .favoritesToggle].contains(header.method) { completesFavorites = true }
        if header.method == .importsStart { hasImports = true }
        if call.mayQueryProviders { lastDeadline = max(lastDeadline, call.mark) }
        if let queried = clients[peer]?.calls[id]?.parameters.id { history.recordQueried(queried) }
      } else {
        // The one in flight goes on.
        rejectable.insert(id)
      }
    case .cancel: if let id = header.re { clients[peer]?.calls[id]?.isCancelled = true }
    case .bye: clients[peer] = nil
    default: break
    }
  }

  mutating func observe(_ sent: SentMessage, toClient peer: Peer) {
    let header = sent.header
    switch sent.body {
    case .welcome:
      let sid = header.sid ?? ""
      require(sids.insert(sid).inserted, "session ids are unique", sid)
      require(!isStopping, "no welcome at the end", sid)
      clients[peer] = ObservedClient(sid: sid, heard: now)
      status = nil
    case .reject: break
    case .bye: clients[peer] = nil
    case .ping: requireSession(header, peer)
    case .part(let part): observe(part, header, peer)
    case .done(let done): observe(done, sent.message, peer)
    case .error(let failure): observe(failure, header, peer)
    case .call, .cancel: recordViolation("directions", "a client is sent \(header)")
    case .unreadable(let problem): recordViolation("readable messages", "\(header): \(problem)")
    }
  }

  private mutating func requireSession(_ header: Header, _ peer: Peer) {
    require(
      clients[peer]?.sid == header.sid && header.sid != nil,
      "nothing to a session that is over",
      "\(header)"
    )
  }

  /// The call that a message is about.
  private mutating func call(of header: Header, _ peer: Peer) -> ObservedCall? {
    requireSession(header, peer)
    guard let call = header.re.flatMap({ clients[peer]?.calls[$0] }) else {
      recordViolation("replies to calls only", "\(header)")
      return nil
    }
    return call
  }

  private mutating func observe(_ part: Part, _ header: Header, _ peer: Peer) {
    guard var call = call(of: header, peer), let id = header.re else { return }
    require(header.seq == call.parts, "parts are numbered", "\(header) after \(call.parts)")
    call.parts += 1
    guard !call.isWatch else {
      clients[peer]?.calls[id] = call
      return observe(part, ofWatch: id, peer)
    }
    call.items += part.items?.elements ?? []
    for gone in part.gone ?? [] { call.page[gone.id] = nil }
    for entity in part.upsert?.elements ?? [] { call.page[entity.id] = entity }
    check((part.items?.elements ?? []) + (part.upsert?.elements ?? []), of: call)
    clients[peer]?.calls[id] = call
  }

  private mutating func observe(_ done: Done, _ message: WireMessage, _ peer: Peer) {
    guard let call = call(of: message.header, peer), let id = message.header.re else { return }
    clients[peer]?.calls[id] = nil
    require(done.parts == call.parts, "parts are counted", "\(done.parts), not \(call.parts)")
    require(!call.isWatch, "a watch does not end well", id)
    if done.hub != nil { observeStatus(done) }
    if call.isOfFavorites { return check(done, ofFavorites: call) }
    check(done, message.attachment, of: call)
  }

  private mutating func observe(_ failure: Failure, _ header: Header, _ peer: Peer) {
    if let id = header.re, rejectable.contains(id), failure.isRefusal {
      rejectable.remove(id)
      return
    }
    guard let call = call(of: header, peer), let id = header.re else { return }
    clients[peer]?.calls[id] = nil
    require(
      failure.parts ?? 0 == call.parts,
      "parts are counted",
      "\(failure), \(call.parts) parts"
    )
    if call.isOfFavorites { return check(failure, ofFavorites: call) }
    check(failure, of: call)
  }

  /// Checks that calls end before their deadline, and cancelled ones immediately.
  mutating func checkTime() {
    for view in clients.values {
      for (id, call) in view.calls {
        // A favourite that is added when a hub has just got time again has a moment for the disk.
        let isAdded = call.addsFavorite && now <= resumedAt + 250
        let isInTime = call.mark > now || isAdded
        require(isInTime, "calls end in time", "\(id) \(call.method), at \(call.mark)")
        // Changes that are being saved continue.
        require(
          !call.isCancelled || call.isStorageCommand,
          "cancelled calls end immediately",
          "\(id) \(call.method)"
        )
      }
    }
    let left = clients.count
    require(!isStopping || left == 0, "all sessions are closed at the end", "\(left) are not")
  }

  /// Whether every provider serves.
  var isSettled: Bool {
    providers.allSatisfy { id, view in
      switch view.process {
      case .running: view.session != nil
      case .none: !found.contains(id)
      case .pendingRequests, .leaving: false
      }
    }
  }

  /// Whether every provider that runs serves.
  var isCalm: Bool {
    providers.values.allSatisfy { view in
      if case .none = view.process { true } else { view.session != nil }
    }
  }

  /// Checks that no call waits if every provider serves and none has work.
  mutating func checkReasons(_ load: InFlightCounts) {
    guard load.providerCalls + load.lookups + load.librarySearches == 0, !load.awaitsMarks,
      load.calls > 0, !isStopping,
      isSettled,
      let (id, call) = clients.values.lazy.flatMap(\.calls).first(where: {
        !$0.value.isStorageCommand && !$0.value.isWatch
      })
    else { return }
    recordViolation("no call waits for nothing", "\(id) \(call.method)")
  }

  /// Clients that were silent for long are dropped without a word.
  mutating func expireSilentClients(_ load: InFlightCounts) {
    while clients.count > load.clients,
      let (peer, view) = clients.min(by: { $0.value.heard < $1.value.heard }),
      now - view.heard >= settings.clientDeadMs
    {
      clients[peer] = nil
      status = nil
    }
  }
}

extension Failure {
  /// Whether it refuses a message, and ends no call that is in flight.
  fileprivate var isRefusal: Bool {
    [.duplicateCall, .hubStopping, .typeUnknown, .invalidHeader].contains(code)
  }
}
