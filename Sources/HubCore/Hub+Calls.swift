import BusProtocol
import MusicModel

/// Calls of clients: which are taken, and how each begins.
extension Hub {
  mutating func call(_ message: WireMessage, of peer: Peer) {
    guard let session = clients[peer], let id = message.header.id,
      let method = message.header.method
    else { return }
    lastUsed = now
    counters.calls += 1
    do throws(Failure) {
      try checkRoom(for: id, session)
      let parameters = try message.decodeBody(CallParameters.self)
      if try answeredByHub(method, id: id, peer) { return }
      guard let rule = MethodRule.all[method] else {
        throw Failure(.methodUnknown, "The method \"\(method)\" is not known.")
      }
      if let problem = rule.problem(with: parameters, method: method) {
        throw Failure(.invalidParams, problem)
      }
      let call = ClientCall(
        key: CallKey(number: nextNumber()),
        client: peer,
        id: id,
        method: method,
        rule: rule,
        parameters: parameters,
        budget: try budget(of: message.header, parameters)
      )
      try begin(call)
    } catch {
      send(Header(type: .error, re: id, sid: session.sid), error, to: peer)
    }
  }

  private func checkRoom(for id: String, _ session: ClientSession) throws(Failure) {
    guard life == .running else { throw Failure(.hubStopping, "The hub is stopping.") }
    guard session.calls[id] == nil else {
      throw Failure(.duplicateCall, "A call with the id \"\(id)\" is in flight already.")
    }
    guard session.calls.count < settings.limits.inflight else {
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

  private func budget(
    of header: Header,
    _ parameters: CallParameters
  ) throws(Failure) -> TimeBudget {
    let ttlMs = header.ttlMs ?? settings.ttlDefaultMs
    guard (1...settings.ttlMaxMs).contains(ttlMs) else {
      throw Failure(
        .invalidHeader,
        "\"ttlMs\" must be 1 to \(settings.ttlMaxMs) milliseconds, not \(ttlMs)."
      )
    }
    let waitMs = (parameters.waitMs ?? settings.waitDefaultMs).clamped(to: 0...settings.ttlMaxMs)
    let budget = TimeBudget(start: now, ttlMs: ttlMs, waitMs: waitMs)
    guard budget.left(at: now) > 0 else {
      throw Failure(
        .deadlineExceeded,
        "\(ttlMs) ms are too short: the hub itself keeps 50 of them."
      )
    }
    return budget
  }

  private mutating func begin(_ taken: ClientCall) throws(Failure) {
    var call = taken
    let chosen = try providers(for: call)
    if answeredFromMemory(call) { return }
    if call.parameters.stream == true, case .list = call.rule.result {
      call.stream = StreamedPage()
    }
    calls[call.key] = call
    clients[call.client]?.calls[call.id] = call.key
    timers.set(.mark(call.key), at: call.budget.mark)
    if call.budget.patience < call.budget.mark {
      timers.set(.patience(call.key), at: call.budget.patience)
    }
    if beginFetchFromMemory(call.key) { return }
    for provider in chosen {
      calls[call.key]?.sources[provider] = Source(state: .unasked, begun: now)
    }
    for provider in chosen { approach(provider, for: call.key) }
    settle(call.key)
  }

  /// The providers that a call is put to, in a fixed order.
  private func providers(for call: ClientCall) throws(Failure) -> [ProviderID] {
    let serving = providers.filter { $0.value.serves(call.askedMethod) }.keys.sorted()
    guard let wanted = call.parameters.providers else {
      guard !serving.isEmpty else {
        throw Failure(.noProvider, "No provider serves \"\(call.method)\".")
      }
      return serving
    }
    for id in wanted where providers[id] == nil {
      let known = providers.keys.sorted().map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .invalidParams,
        "There is no provider \"\(id)\"; there are: \(known.isEmpty ? "none" : known)."
      )
    }
    let chosen = serving.filter { wanted.contains($0) }
    guard !chosen.isEmpty else {
      let names = wanted.map(\.rawValue).joined(separator: ", ")
      throw Failure(.noProvider, "\"\(call.method)\" is not served by \(names).")
    }
    return chosen
  }

  /// A later page is cut from the list of the first one, where that is still kept.
  private mutating func answeredFromMemory(_ call: ClientCall) -> Bool {
    guard case .list = call.rule.result, (call.parameters.offset ?? 0) > 0,
      let kept = pages.recall(PageMemory.Key(call.method, call.parameters), at: now)
    else { return false }
    let sources = kept.sources.map { source in
      var source = source
      if source.outcome == .ok { source.outcome = .cached }
      source.ageMs = now - kept.at
      source.elapsedMs = nil
      return source
    }
    answer(call, list: kept.list, sources: sources, exact: kept.exact)
    return true
  }
}
