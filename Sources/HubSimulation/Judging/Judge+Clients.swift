import BusProtocol
import HubCore
import MusicModel

/// What the hub owes its clients: each call exactly one end, in time, to whoever asked.
extension Judge {
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
      if view.calls[id] == nil {
        let call = CallView(message, at: now)
        clients[peer]?.calls[id] = call
        lastMark = max(lastMark, call.mark)
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

  mutating func sees(_ sent: Sent, toClient peer: Peer) {
    let header = sent.header
    switch sent.body {
    case .welcome:
      let sid = header.sid ?? ""
      demand(sids.insert(sid).inserted, "sessions have names of their own", sid)
      demand(!isStopping, "no welcome at the end", sid)
      clients[peer] = ClientView(sid: sid, heard: now)
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
  private mutating func call(of header: Header, _ peer: Peer) -> CallView? {
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
    check(failure, of: call)
  }

  /// Calls that are over must have been answered, cancelled ones at once.
  mutating func checkTime() {
    for view in clients.values {
      for (id, call) in view.calls {
        demand(call.mark > now, "calls end in time", "\(id) \(call.method), at \(call.mark)")
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
    providers.values.allSatisfy { view in
      if case .running = view.process { view.session != nil } else { false }
    }
  }

  /// Whether every provider that runs serves.
  var isCalm: Bool {
    providers.values.allSatisfy { view in
      if case .none = view.process { true } else { view.session != nil }
    }
  }

  /// Where every provider serves and none has anything to do, no call has anything to wait for.
  mutating func checkReasons(_ load: Load) {
    guard load.questions + load.lookups == 0, load.calls > 0, !isStopping, isSettled,
      let (id, call) = clients.values.lazy.flatMap(\.calls).first(where: { !$0.value.isOrder })
    else { return }
    complain("no call waits for nothing", "\(id) \(call.method)")
  }

  /// Clients that were silent for long are dropped without a word.
  mutating func dropSilentClients(_ load: Load) {
    while clients.count > load.clients,
      let (peer, view) = clients.min(by: { $0.value.heard < $1.value.heard }),
      now - view.heard >= settings.clientDeadMs
    {
      clients[peer] = nil
    }
  }
}

extension Failure {
  /// Whether it refuses a message, and ends no call that is in flight.
  fileprivate var isRefusal: Bool {
    [.duplicateCall, .hubStopping, .typeUnknown, .invalidHeader].contains(code)
  }
}
