import BusProtocol
import MusicModel

/// Calls of clients: which are taken, and how each begins.
extension Hub {
  mutating func call(_ message: WireMessage, of peer: Peer) {
    guard let session = sessions.clients[peer], let id = message.header.id,
      let method = message.header.method
    else { return }
    watchers.recordCall(turn)
    do throws(Failure) {
      try checkRoom(for: id, session)
      let cacheKey = ReplyCache.Key(method, message.body)
      if replyFromCache(cacheKey, id: id, peer) { return }
      let parameters = try message.decodeBody(CallParameters.self)
      guard let spec = Methods[method] else { throw unknown(method) }
      switch spec.handler {
      case .hub: if answeredByHub(method, id: id, peer) { return }
      case .cache, .favorites, .providers, .records:
        if try startOperation(method, parameters, of: message.header, session) { return }
        if method == .previewPolicy {
          return try previewPolicy(parameters, message.header, session)
        }
      case .clientCalls: break
      }
      guard spec.result != .report else { throw unknown(method) }
      try parameters.check(for: method, receiver: .hub)
      try spec.checkKind(of: parameters.id)
      let budget = try budget(of: message.header, parameters)
      try begin(method, spec, parameters, budget, id: id, of: peer, cacheKey: cacheKey)
    } catch {
      send(Header(type: .error, re: id, sid: session.sid), error, to: peer)
    }
  }

  private func unknown(_ method: Method) -> Failure {
    Failure(.methodUnknown, "The method \"\(method)\" is not known.")
  }

  /// Begins a call that is put to providers.
  mutating func begin(
    _ method: Method,
    _ spec: MethodSpec,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    id: String,
    of peer: Peer,
    cacheKey: ReplyCache.Key? = nil
  ) throws(Failure) {
    var call = ClientCall(
      key: ClientCallID(number: nextNumber()),
      client: peer,
      id: id,
      method: method,
      rule: spec,
      parameters: parameters.relevant(to: spec, settings),
      budget: deadlines
    )
    call.cacheKey = cacheKey
    try begin(call)
  }

  private mutating func previewPolicy(
    _ parameters: CallParameters,
    _ header: Header,
    _ session: ClientSession
  ) throws(Failure) {
    try parameters.check(for: .previewPolicy, receiver: .hub)
    let done = try entityIndex.preview(parameters, unixMs: turn.unixMs)
    guard !send(Header(type: .done, re: header.id, sid: session.sid), done, to: session.peer)
    else { return }
    throw Failure(.tooLarge, "There are too many changes for one message; lower \"limit\".")
  }

  private func checkRoom(for id: String, _ session: ClientSession) throws(Failure) {
    guard callIndex[id, of: session.peer] == nil, !pendingReplies.contains(id, of: session.sid)
    else {
      throw Failure(.duplicateCall, "A call with the id \"\(id)\" is in flight already.")
    }
    guard
      callIndex.count(of: session.peer) + pendingReplies.count(of: session.sid)
        < settings.limits.inflight
    else {
      throw Failure(
        .busy,
        "At most \(settings.limits.inflight) calls of one client may be in flight.",
        retryAfterMs: 100
      )
    }
    guard calls.count < settings.callsMax else {
      throw Failure(
        .busy,
        "The hub works on \(settings.callsMax) calls already.",
        retryAfterMs: 1000
      )
    }
  }

  func budget(
    of header: Header,
    _ parameters: CallParameters
  ) throws(Failure) -> CallDeadlines {
    let timeoutMs = header.timeoutMs ?? settings.timeoutDefaultMs
    guard Header.timeoutMsAllowed.contains(timeoutMs) else {
      throw Failure(
        .invalidHeader,
        "\"timeoutMs\" must be 1 to \(Header.timeoutMsAllowed.upperBound) milliseconds, not \(timeoutMs)."
      )
    }
    let waitMs = parameters.waitMs ?? settings.waitDefaultMs
    let budget = CallDeadlines(start: turn.now, timeoutMs: timeoutMs, waitMs: waitMs)
    guard budget.left(at: turn.now) > 0 else {
      throw Failure(
        .deadlineExceeded,
        "\(timeoutMs) ms are too short: the hub itself keeps \(CallDeadlines.margin(of: timeoutMs)) of them."
      )
    }
    return budget
  }

  private mutating func begin(_ taken: ClientCall) throws(Failure) {
    var call = taken
    let chosen = try providers(for: call)
    call.wallMs = wallMs
    if call.parameters.stream == true, call.isList { call.stream = StreamedPage() }
    if let id = call.parameters.id { entityIndex.markUsed(id) }
    if replyFromListCache(&call) { return }
    calls[call.key] = call
    callIndex.add(call.key, as: call.id, of: call.client)
    timers.set(.clientCall(.deadline(call.key)), at: call.budget.mark)
    if call.budget.patience < call.budget.mark {
      timers.set(.clientCall(.softDeadline(call.key)), at: call.budget.patience)
    }
    if beginFetchFromMemory(call.key) { return }
    guard !chosen.isEmpty else {
      let text = "\"\(call.askedMethod)\" is not served by any provider."
      return fail(call.key, Failure(.noProvider, text))
    }
    for provider in chosen { calls[call.key]?.sources[provider] = FanOutBranch(begun: turn.now) }
    for provider in chosen { approach(provider, for: call.key) }
    settle(call.key)
  }

  /// The providers that a call is put to, in a fixed order.
  private func providers(for call: ClientCall) throws(Failure) -> [ProviderID] {
    let directory = directory
    let all = directory.providers(for: call.key)
    let wanted = call.parameters.providers ?? all
    for id in wanted where !all.contains(id) {
      let known = all.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .invalidParams,
        "There is no provider \"\(id)\"; there are: \(known.isEmpty ? "none" : known)."
      )
    }
    func serve(_ id: ProviderID, _ method: Method) -> Bool {
      wanted.contains(id) && directory.serves(id, method)
    }
    let method = call.rule.isFile ? call.method : call.askedMethod
    guard all.contains(where: { serve($0, method) }) else {
      let names = call.parameters.providers.map { $0.map(\.rawValue).joined(separator: ", ") }
      throw Failure(.noProvider, "\"\(call.method)\" is not served by \(names ?? "any provider").")
    }
    return all.filter { serve($0, call.askedMethod) }
  }

  /// Cuts a later page from the cached list, if that is long enough; otherwise the call continues
  /// the list.
  private mutating func replyFromListCache(_ call: inout ClientCall) -> Bool {
    guard call.isList, call.offset > 0,
      let cached = replyCaches.list(for: ListCache.Key(call.method, call.parameters), at: turn.now)
    else { return false }
    let list = cached.result.list
    guard list.count >= call.offset + call.pageLength || !cached.result.mayGrow else {
      call.earlier = list
      // At least twice as many as before: however much is filtered out, the end comes soon.
      call.depth = max(call.depth, cached.depth * 2)
      return false
    }
    answer(call, cached.cached(at: turn.now))
    return true
  }
}
