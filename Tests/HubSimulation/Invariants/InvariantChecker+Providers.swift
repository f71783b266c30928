import BusProtocol
import HubCore
import MusicModel

/// Invariants of providers: ids, limits, and one process and one session at a time.
extension InvariantChecker {
  mutating func observe(_ message: WireMessage, _ reply: DecodedReply?, ofProvider peer: Peer) {
    guard let (id, session) = session(at: peer), message.header.sid == session.sid else { return }
    let key = message.header.re ?? ""
    switch message.header.type {
    case .part:
      guard let providerCall = session.calls[key], case .part(let part)? = reply else { return }
      history.record(part.items?.elements ?? [], of: providerCall.subject)
    case .done, .error:
      guard let providerCall = session.calls[key] else { return }
      providers[id]?.session?.calls[key] = nil
      ended(providerCall, of: id, message.header.type, reply)
    case .bye: endSession(of: id)
    default: break
    }
  }

  private mutating func ended(
    _ providerCall: ObservedProviderCall,
    of id: ProviderID,
    _ type: MessageType,
    _ reply: DecodedReply?
  ) {
    guard let plan = plan(of: id) else { return }
    var spent: [String: Int]?
    switch (type, reply) {
    case (.done, .done(let done)?):
      recordReply(providerCall, by: id)
      history.record(done.items?.elements ?? [], of: providerCall.subject)
      spent = done.spent ?? [:]
    case (.error, .failure(let failure)?):
      spent = failure.spent ?? [:]
      if failure.code == .notFound { recordReply(providerCall, by: id) }
      if [.upstreamRateLimited, .grantExceeded].contains(failure.code) {
        upstreams.refused.insert(id)
      }
      if failure.code == .upstreamRateLimited, !providerCall.isCancelled {
        upstreams.coolDown(providerCall, of: plan, failure.retryAfterMs, at: now)
      }
    default: break
    }
    upstreams.settle(providerCall, of: plan, spent: spent, at: now)
  }

  private mutating func recordReply(_ providerCall: ObservedProviderCall, by id: ProviderID) {
    if !providerCall.isCancelled { providers[id]?.repliedAt[providerCall.subject] = now }
  }

  private func session(at peer: Peer) -> (ProviderID, ObservedProvider.Session)? {
    for (id, view) in providers {
      if let session = view.session, session.peer == peer { return (id, session) }
    }
    return nil
  }

  mutating func endSession(at peer: Peer) {
    if let (id, _) = session(at: peer) { endSession(of: id) }
  }

  /// Ends a session. Its spending is unknown: all that was granted counts as spent.
  mutating func endSession(of id: ProviderID) {
    guard let session = providers[id]?.session, let plan = plan(of: id) else { return }
    status = nil
    providers[id]?.session = nil
    for call in session.calls.values { upstreams.settle(call, of: plan, spent: nil, at: now) }
  }

  private func plan(of id: ProviderID) -> ProviderPlan? { script.providers.first { $0.id == id } }

  mutating func observeSpawn(of id: ProviderID) {
    if case .none? = providers[id]?.process {
    } else {
      recordViolation("one process at a time", "\(id) is started while another runs")
    }
    require(!isStopping, "no start at the end", "\(id)")
    require(found.contains(id), "removed providers are not started", "\(id)")
    providers[id]?.process = .pendingRequests
  }

  mutating func observeStop(of id: ProviderID) {
    if case .running? = providers[id]?.process {
    } else {
      recordViolation("only what runs is stopped", "\(id)")
    }
    if let session = providers[id]?.session, session.peer != sender {
      let isHeard = isStopping || !unreadSessions.contains(session.sid)
      require(isHeard, "pending messages are read before a provider is stopped", "\(id)")
    }
    providers[id]?.process = .leaving
    endSession(of: id)
  }

  mutating func observe(_ sent: SentMessage, toProvider peer: Peer) {
    let plan = script.providers[Connection(peer).number]
    let header = sent.header
    switch sent.body {
    case .welcome:
      endSession(of: plan.id)
      status = nil
      providers[plan.id]?.session = .init(peer: peer, sid: header.sid ?? "")
      require(
        sids.insert(header.sid ?? "").inserted,
        "session ids are unique",
        "\(header)"
      )
      upstreams.declare(plan, SimulatedProvider.upstream(Connection(peer).number))
    case .bye(let code):
      if code == nil { observeDrained(plan.id) }
      endSession(at: peer)
    case .call(let parameters): observe(parameters, header, plan, peer)
    case .cancel:
      requireSession(header, plan, peer)
      let key = header.re ?? ""
      let providerCall = providers[plan.id]?.session?.calls[key]
      require(
        providerCall?.isCancelled == false,
        "only open calls are cancelled",
        "\(plan.id) \(key)"
      )
      providers[plan.id]?.session?.calls[key]?.isCancelled = true
    case .ping: requireSession(header, plan, peer)
    case .reject, .error: break
    case .part, .done: recordViolation("directions", "a provider is sent \(header)")
    case .unreadable(let problem): recordViolation("readable messages", "\(header): \(problem)")
    }
  }

  private mutating func requireSession(_ header: Header, _ plan: ProviderPlan, _ peer: Peer) {
    let session = providers[plan.id]?.session
    require(
      session?.peer == peer && session?.sid == header.sid,
      "nothing to a session that is over",
      "\(plan.id) \(header)"
    )
  }

  private mutating func observe(
    _ parameters: CallParameters,
    _ header: Header,
    _ plan: ProviderPlan,
    _ peer: Peer
  ) {
    requireSession(header, plan, peer)
    guard let key = header.id, let method = header.method, let session = providers[plan.id]?.session
    else { return recordViolation("calls have names", "\(header)") }
    let providerCall = ObservedProviderCall(method, parameters)
    // The hub also looks for new albums by itself.
    status = nil
    require(session.calls[key] == nil, "call ids are unique", "\(header)")
    require(
      session.calls.count < plan.inflight,
      "calls in flight are limited",
      "\(plan.id) \(header)"
    )
    let twin = session.calls.values.contains {
      !$0.isCancelled && $0.method == method && $0.parameters == providerCall.parameters
    }
    require(!twin, "equal provider calls are coalesced", "\(plan.id) \(header)")
    checkTime(of: header)
    checkNotDraining(plan.id, header)
    let own = ["\(plan.id)"] + (plan.knowsMBIDs ? ["mbid"] : [])
    let isKnown = parameters.id.map { own.contains($0.namespace) } ?? true
    // Lyrics are looked for by the names of the song (MB-179).
    require(
      isKnown || method == .songLyrics,
      "ids that the provider knows",
      "\(plan.id): \(String(describing: parameters.id))"
    )
    let isOwn = parameters.url?.hasPrefix("\(plan.id)/") ?? true
    require(
      isOwn,
      "files come from the providers of their URLs",
      "\(plan.id): \(parameters.url ?? "")"
    )
    providers[plan.id]?.session?.calls[key] = providerCall
    checkGrant(providerCall, to: plan)
  }

  /// Checks the time limit of a provider call.
  ///
  /// It has at most the time of its waiters; with caching, that of an earlier call, or of a check for
  /// new albums or of the ids of favourites. A favourite is completed, and a row of an import looked for, with the usual time of a call; a
  /// favourite is looked for until the deadline of its call although its client has left.
  private mutating func checkTime(of header: Header) {
    let marks = clients.values.flatMap { $0.calls.values.filter(\.mayQueryProviders).map(\.mark) }
    let mark = settings.hasProviderCache || makesOwnCalls ? lastDeadline : marks.max() ?? 0
    let isCheck = [.artistAlbums, .albumGet, .songGet].contains(header.method)
    let ofCheck = isCheck ? ReleaseCheck.timeoutMs : 1
    let ofOwnCall = makesOwnCalls ? settings.defaultTimeoutMs : 0
    let left = max(mark - now, ofCheck, ofOwnCall)
    let timeoutMs = header.timeoutMs ?? .max
    require(timeoutMs >= 1 && timeoutMs <= left, "time that is left", "\(header), \(left)")
  }
}
