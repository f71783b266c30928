import BusProtocol
import HubCore
import MusicModel

/// What the hub owes its clients: each call exactly one end, in time, to whoever asked.
extension InvariantChecker {
  mutating func hears(_ message: WireMessage, ofClient peer: Peer) {
    let header = message.header
    guard let view = clients[peer], header.sid == view.sid, !isStopping else {
      // A hub that stops answers each call with that.
      if header.type == .call, let id = header.id { answerable.insert(id) }
      return
    }
    clients[peer]?.heard = now
    switch header.type {
    case .call:
      guard let id = header.id else { return }
      status = nil
      if view.calls[id] == nil {
        let call = ObservedCall(message, at: now)
        clients[peer]?.calls[id] = call
        if call.mayAsk { lastMark = max(lastMark, call.mark) }
        if let asked = clients[peer]?.calls[id]?.parameters.id { testimony.wasAsked(asked) }
      } else {
        // The one in flight goes on.
        answerable.insert(id)
      }
    case .cancel: if let id = header.re { clients[peer]?.calls[id]?.isCancelled = true }
    case .bye: clients[peer] = nil
    default: break
    }
  }

  mutating func sees(_ sent: SentMessage, toClient peer: Peer) {
    let header = sent.header
    switch sent.body {
    case .welcome:
      let sid = header.sid ?? ""
      demand(sids.insert(sid).inserted, "sessions have names of their own", sid)
      demand(!isStopping, "no welcome at the end", sid)
      clients[peer] = ObservedClient(sid: sid, heard: now)
      status = nil
    case .reject: break
    case .bye: clients[peer] = nil
    case .ping: demandSession(header, peer)
    case .part(let part): sees(part, header, peer)
    case .done(let done): sees(done, sent.message, peer)
    case .error(let failure): sees(failure, header, peer)
    case .call, .cancel: complain("directions", "a client is sent \(header)")
    case .unreadable(let problem): complain("readable messages", "\(header): \(problem)")
    }
  }

  private mutating func demandSession(_ header: Header, _ peer: Peer) {
    demand(
      clients[peer]?.sid == header.sid && header.sid != nil,
      "nothing to a session that is over",
      "\(header)"
    )
  }

  /// The call that a message is about.
  private mutating func call(of header: Header, _ peer: Peer) -> ObservedCall? {
    demandSession(header, peer)
    guard let call = header.re.flatMap({ clients[peer]?.calls[$0] }) else {
      complain("answers to calls only", "\(header)")
      return nil
    }
    return call
  }

  private mutating func sees(_ part: Part, _ header: Header, _ peer: Peer) {
    guard var call = call(of: header, peer), let id = header.re else { return }
    demand(header.seq == call.parts, "parts are numbered", "\(header) after \(call.parts)")
    call.parts += 1
    guard !call.isWatch else {
      clients[peer]?.calls[id] = call
      return sees(part, ofWatch: id, peer)
    }
    call.items += part.items?.elements ?? []
    for gone in part.gone ?? [] { call.page[gone.id] = nil }
    for entity in part.upsert?.elements ?? [] { call.page[entity.id] = entity }
    check((part.items?.elements ?? []) + (part.upsert?.elements ?? []), of: call)
    clients[peer]?.calls[id] = call
  }

  private mutating func sees(_ done: Done, _ message: WireMessage, _ peer: Peer) {
    guard let call = call(of: message.header, peer), let id = message.header.re else { return }
    clients[peer]?.calls[id] = nil
    demand(done.parts == call.parts, "parts are counted", "\(done.parts), not \(call.parts)")
    demand(!call.isWatch, "a watch does not end well", id)
    if call.method == .hubStatus { seesStatus(done) }
    if call.isOfFavorites { return check(done, ofFavorites: call) }
    check(done, message.attachment, of: call)
  }

  private mutating func sees(_ failure: Failure, _ header: Header, _ peer: Peer) {
    if let id = header.re, answerable.contains(id), failure.isRefusal {
      answerable.remove(id)
      return
    }
    guard let call = call(of: header, peer), let id = header.re else { return }
    clients[peer]?.calls[id] = nil
    demand(failure.parts ?? 0 == call.parts, "parts are counted", "\(failure), \(call.parts) parts")
    if call.isOfFavorites { return check(failure, ofFavorites: call) }
    check(failure, of: call)
  }

  /// Calls that are over must have been answered, cancelled ones at once.
  mutating func checkTime() {
    for view in clients.values {
      for (id, call) in view.calls {
        // A favourite that is added when a hub has just got time again has a moment for the disk.
        let isAdded = call.method == .addFavorite && now <= wokeAt + 250
        let isInTime = call.mark > now || isAdded
        demand(isInTime, "calls end in time", "\(id) \(call.method), at \(call.mark)")
        // What is on its way to the disk goes on.
        demand(
          !call.isCancelled || call.isOrder,
          "cancelled calls end at once",
          "\(id) \(call.method)"
        )
      }
    }
    let left = clients.count
    demand(!isStopping || left == 0, "all are told of the end", "\(left) are not")
  }

  /// Whether every provider serves.
  var isSettled: Bool {
    providers.allSatisfy { id, view in
      switch view.process {
      case .running: view.session != nil
      case .none: !found.contains(id)
      case .wanted, .leaving: false
      }
    }
  }

  /// Whether every provider that runs serves.
  var isCalm: Bool {
    providers.values.allSatisfy { view in
      if case .none = view.process { true } else { view.session != nil }
    }
  }

  /// Where every provider serves and none has anything to do, no call has anything to wait for.
  mutating func checkReasons(_ load: InFlightCounts) {
    guard load.questions + load.lookups == 0, !load.awaitsMarks, load.calls > 0, !isStopping,
      isSettled,
      let (id, call) = clients.values.lazy.flatMap(\.calls).first(where: {
        !$0.value.isOrder && !$0.value.isWatch
      })
    else { return }
    complain("no call waits for nothing", "\(id) \(call.method)")
  }

  /// Clients that were silent for long are dropped without a word.
  mutating func dropSilentClients(_ load: InFlightCounts) {
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
