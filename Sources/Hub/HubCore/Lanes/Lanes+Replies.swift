import BusProtocol
import MusicModel

/// Messages of providers that reply to calls, and what failures mean to later calls.
extension Lanes {
  private static let maxParts = 400
  /// Texts of providers are cut to this many characters: they appear in replies and status.
  private static let maxTextLength = 500
  /// The time without a reply after which a source is at fault, in milliseconds.
  ///
  /// With less, the caller may have set too short a deadline.
  private static let minFaultMs = 5_000

  /// What a message of a provider means to others than those who wait for its call.
  struct Receipt {
    /// No call waited for it.
    var isLate = false
    /// The provider failed.
    var problem: String?
    /// The call that is done.
    var done: LaneCall?
    /// It replaced a cached reply, as a client wanted.
    var isRenewed = false
  }

  mutating func receive(
    _ message: WireMessage,
    from provider: ProviderID,
    _ turn: inout Turn
  ) -> Receipt {
    let id = message.header.re.flatMap(ProviderCallID.init)
    // A call that was not sent has no reply, even if its id is guessed.
    guard let id, let call = self[provider][id], call.isInFlight else {
      return Receipt(isLate: true)
    }
    if call.isAbandoned {
      if message.header.type != .part { settle(call, spent: message.spent, &turn) }
      return Receipt(isLate: true)
    }
    lanes.update(provider) { $0.isLate = false }
    do throws(Failure) {
      switch message.header.type {
      case .part: try part(message, of: call, &turn)
      case .done: return try done(message, of: call, &turn)
      case .error: return Receipt(problem: try error(message, of: call, &turn))
      default: break
      }
      return Receipt()
    } catch {
      return Receipt(problem: reject(message.header.type, of: call, error, &turn))
    }
  }

  private mutating func part(
    _ message: WireMessage,
    of call: LaneCall,
    _ turn: inout Turn
  ) throws(Failure) {
    let part = try message.decodeBody(Part.self)
    guard message.header.seq == call.partsReceived else {
      throw Failure(.partLoss, "Its parts are not numbered consecutively.")
    }
    guard call.partsReceived < Lanes.maxParts else {
      throw Failure(.protocolViolation, "It sent more than \(Lanes.maxParts) parts.")
    }
    var call = call
    call.partsReceived += 1
    if let items = part.items {
      call.reply.append(items, maxCount: settings.maxPageLength * 2)
      logProblem(in: items, of: call, &turn)
    }
    lanes.update(call.query.provider) { lane in lane.update(call.id) { $0 = call } }
    if part.items?.elements.isEmpty == false, !call.reply.records.isEmpty {
      tell(call.waiters, call.query.provider, .progressed(call.reply), &turn)
    }
  }

  private mutating func done(
    _ message: WireMessage,
    of call: LaneCall,
    _ turn: inout Turn
  ) throws(Failure) -> Receipt {
    let done = try message.decodeBody(Done.self)
    guard done.parts == call.partsReceived else {
      let text = "It announced \(done.parts) parts, but sent \(call.partsReceived)."
      throw Failure(.partLoss, text)
    }
    var call = call
    let maxCount = settings.maxPageLength * 2
    call.append(done, maxCount: maxCount, maxTextLength: Lanes.maxTextLength)
    if let items = done.items { logProblem(in: items, of: call, &turn) }
    sourceWorks(call)
    settle(call, spent: done.spent ?? [:], &turn)
    let stored = store(call, done, message.attachment, &turn)
    let result = ProviderCallResult.replied(done, attachment: message.attachment)
    tell(call.waiters, call.query.provider, .ended(stored ?? call.reply, result), &turn)
    return Receipt(done: call, isRenewed: stored != nil && call.renewsReplies)
  }

  private func logProblem(
    in items: LenientList<Entity>,
    of call: LaneCall,
    _ turn: inout Turn
  ) {
    guard let problem = items.firstProblem else { return }
    let name = "\(call.query.provider)"
    let text = "Provider \(name) sent an unreadable record: \(problem)"
    turn.logLimited(.debug, about: name, text)
  }

  /// - Returns: what failed, if something did.
  private mutating func error(
    _ message: WireMessage,
    of call: LaneCall,
    _ turn: inout Turn
  ) throws(Failure) -> String? {
    var failure = try message.decodeBody(Failure.self)
    failure.message = String(failure.message.prefix(Lanes.maxTextLength))
    failure.retryAfterMs = failure.retryAfterMs.map {
      $0.clamped(to: 0...UpstreamBudgets.coolDownsMs.upperBound)
    }
    let problem = recordFailure(of: call, failure, &turn)
    settle(call, spent: failure.spent ?? [:], &turn)
    guard failure.code != .notFound else {
      let result = ProviderCallResult.replied(Done(), attachment: nil)
      tell(call.waiters, call.query.provider, .ended(call.reply, result), &turn)
      return problem
    }
    var call = call
    if failure.code == .upstreamRateLimited { askAfterCoolDown(&call, .init(failure), &turn) }
    fail(call, .init(failure), &turn)
    return problem
  }

  /// Asks again for the waiters of a refused call that have time: the cool-down ends in
  /// the first half of what is left until their deadline. Each waits once.
  private mutating func askAfterCoolDown(
    _ call: inout LaneCall,
    _ error: SourceReport.SourceError,
    _ turn: inout Turn
  ) {
    let (provider, now) = (call.query.provider, turn.now)
    guard call.reply.records.isEmpty, let lane = lanes[provider], lane.declaration != nil else {
      return
    }
    let end = budgets.earliest(lane.cost(of: call), for: provider, at: now)
    var waiting: [Waiter] = []
    for waiter in call.waiters where waiter.id != nil && !waiter.wasRefused {
      guard end > now, end - now <= (waiter.deadline - now) / 2,
        (try? tryAsk(call.query, for: waiter.afterRefusal, &turn)) != nil
      else { continue }
      waiting.append(waiter)
    }
    for waiter in waiting.compactMap(\.id) { call.remove(waiter) }
    var error = error
    error.retryAfterMs = end - now
    tell(waiting, provider, .refused(error), &turn)
  }

  /// Rejects a reply with an invalid header.
  ///
  /// - Returns: the problem; `nil` if no call in flight waits for the reply.
  mutating func receivedInvalidReply(
    to text: String,
    from provider: ProviderID,
    _ failure: Failure,
    _ turn: inout Turn
  ) -> String? {
    guard let id = ProviderCallID(text), let call = self[provider][id], call.sentAt != nil
    else { return nil }
    lanes.update(provider) { $0.isLate = false }
    return reject(.part, of: call, failure, &turn)
  }

  /// Fails a call whose reply violates the protocol; no part of the reply is used.
  private mutating func reject(
    _ type: MessageType,
    of call: LaneCall,
    _ failure: Failure,
    _ turn: inout Turn
  ) -> String? {
    let provider = call.query.provider
    if type == .part {
      abandon(call.id, at: provider, &turn)
    } else {
      // The provider has ended the call, whatever its message meant.
      settle(call, spent: nil, &turn)
    }
    let isPartLoss = failure.code == .partLoss
    let failure = isPartLoss ? failure : Failure(.protocolViolation, failure.message)
    let problem = recordFailure(of: call, failure, &turn)
    var reply = call.reply
    reply.removeRecords()
    tell(call.waiters, provider, .ended(reply, .malformed(.init(failure))), &turn)
    return problem
  }
}

/// Circuit breakers and cool-downs.
extension Lanes {
  /// Records the failure of a call.
  ///
  /// - Returns: its text, if the provider or its source failed.
  private mutating func recordFailure(
    of call: LaneCall,
    _ failure: Failure,
    _ turn: inout Turn
  ) -> String? {
    let provider = call.query.provider
    // A source that does not know an entity, or does not offer it here, works.
    guard ![.notFound, .notInCountry].contains(failure.code) else {
      sourceWorks(call)
      return nil
    }
    lanes.update(provider) { $0.statistics.failures += 1 }
    let text = "Provider \(provider) failed: \(failure.code) \(failure.message)"
    turn.logLimited(.debug, about: "\(provider)", text)
    if failure.code == .upstreamRateLimited {
      let refusing = failure.refusing(among: self[provider].cost(of: call).upstreams)
      budgets.coolDown(refusing, of: provider, forMs: failure.retryAfterMs, at: turn.now)
    }
    if failure.code.isFaultOfSource {
      breaker(of: call) { $0.failed(failure, since: call.admitted, at: turn.now) }
    }
    return failure.message
  }

  /// Records a timed-out call, if its source had enough time to reply.
  mutating func recordTimeout(of call: LaneCall, _ turn: Turn) {
    guard let sent = call.sentAt, turn.now >= call.deadline,
      turn.now - sent >= Lanes.minFaultMs,
      // The hub may not have read the reply yet.
      turn.now >= turn.graceUntil
    else { return }
    let failure = Failure(.deadlineExceeded, "No reply after \(turn.now - sent) ms.")
    breaker(of: call) { $0.failed(failure, since: call.admitted, at: turn.now) }
  }

  private mutating func sourceWorks(_ call: LaneCall) {
    let upstreams = self[call.query.provider].cost(of: call).upstreams
    lanes.update(call.query.provider) { $0.breakers[upstreams]?.succeeded() }
  }

  /// Notes a failure, unless it says nothing about other calls: a picture or preview may be missing or
  /// broken, whatever state its source is in.
  private mutating func breaker(
    of call: LaneCall,
    _ change: (inout CircuitBreaker) -> Void
  ) {
    guard Methods[call.query.method]?.isFile != true else { return }
    let upstreams = self[call.query.provider].cost(of: call).upstreams
    lanes.update(call.query.provider) { lane in lane.breakers.update(upstreams, change) }
  }
}

extension Failure {
  /// The upstreams that may have refused the requests of a call.
  ///
  /// These are the one that it names, or else those that got any, or else all.
  fileprivate func refusing(among upstreams: [String]) -> [String] {
    if let upstream, upstreams.contains(upstream) { return [upstream] }
    let used = upstreams.filter { spent?[$0] != nil }
    return used.isEmpty ? upstreams : used
  }
}

extension WireMessage {
  /// The requests that a reply counts; `nil` if it cannot be decoded.
  fileprivate var spent: [String: Int]? {
    switch header.type {
    case .done: (try? decodeBody(Done.self)).map { $0.spent ?? [:] }
    default: (try? decodeBody(Failure.self)).map { $0.spent ?? [:] }
    }
  }
}
