import BusProtocol
import MusicModel

/// Calls to providers: sent within their bounds, given up, lost.
extension Hub {
  /// Sends a question now, or as soon as the provider has room for it.
  mutating func put(_ question: Question) throws(Failure) -> QuestionKey {
    let id = question.provider
    guard let slot = providers[id], slot.session != nil else {
      throw Failure(.providerLost, "It is not there any more.")
    }
    guard slot.queue.waitingCount < settings.waitingMax else {
      let text = "\(settings.waitingMax) questions wait for it already."
      throw Failure(.busy, text, retryAfterMs: 1000)
    }
    let key = QuestionKey(number: nextNumber())
    questions[key] = question
    timers.set(.question(key), at: question.deadline)
    providers[id]?.queue.add(key)
    providers[id]?.calls += 1
    sendWaiting(to: id)
    return key
  }

  /// Sends what waits, as far as the provider takes calls at once.
  private mutating func sendWaiting(to id: ProviderID) {
    guard let session = providers[id]?.session else { return }
    while let key = providers[id]?.queue.next(inflight: session.descriptor.inflight) {
      guard let question = questions[key] else { continue }
      let header = Header(
        type: .call,
        id: key.text,
        sid: session.sid,
        method: question.method,
        ttlMs: max(1, question.deadline - now)
      )
      var parameters = question.parameters
      parameters.grant = session.descriptor.grant(for: question.method)
      send(header, parameters, to: session.peer)
    }
  }

  /// Takes a question that its provider has ended out of the books.
  mutating func close(_ key: QuestionKey) -> Question? {
    guard let question = questions.removeValue(forKey: key) else { return nil }
    timers.cancel(.question(key))
    _ = providers[question.provider]?.queue.end(key)
    sendWaiting(to: question.provider)
    return question
  }

  /// Gives a question up: the provider is told, and whatever it still says of it is left aside. Its
  /// place is free when the provider has ended it.
  mutating func abandon(_ key: QuestionKey) {
    guard let question = questions.removeValue(forKey: key) else { return }
    timers.cancel(.question(key))
    let id = question.provider
    guard providers[id]?.queue.giveUp(key) == true, let session = providers[id]?.session else {
      return
    }
    timers.set(.overdue(key, id), at: question.deadline + settings.overdueMs)
    send(Header(type: .cancel, re: key.text, sid: session.sid), to: session.peer)
  }

  /// A provider ended something that nobody waits for any more.
  mutating func endedLate(_ key: QuestionKey, at id: ProviderID) {
    guard providers[id]?.queue.end(key) == true else { return }
    timers.cancel(.overdue(key, id))
    sendWaiting(to: id)
  }

  /// A provider that does not end a call is hung, though the rest of it may live.
  mutating func endIsOverdue(of key: QuestionKey, at id: ProviderID) {
    guard providers[id]?.queue.isLeaving(key) == true else { return }
    recycle(id, because: "it did not end a call \(settings.overdueMs) ms after its time")
  }

  mutating func questionIsOver(_ key: QuestionKey) {
    guard let question = questions[key] else { return }
    abandon(key)
    failed(question, reason(.deadlineExceeded, "It did not answer in time."))
  }

  /// Ends all that a provider was asked: its session is over. The new state of the provider must be
  /// set before, so that nothing more is asked of the old one.
  mutating func loseQuestions(of id: ProviderID, because why: String) {
    for key in providers[id]?.queue.inFlight ?? [] { timers.cancel(.overdue(key, id)) }
    providers[id]?.queue.removeAll()
    for key in questions.filter({ $0.value.provider == id }).keys.sorted() {
      guard let question = close(key) else { continue }
      providers[id]?.failures += 1
      failed(question, reason(.providerLost, "It was lost: \(why)."))
    }
  }

  /// Tells a call that a question of it failed. What came before is used.
  mutating func failed(_ question: Question, _ why: SourceReport.Reason) {
    guard let call = question.call else { return }
    switch question.purpose {
    case .answer:
      if !question.items.isEmpty { take(question, for: call) }
      endOrAskAgain(question.provider, of: call, why)
    case .resolution: endOrAskAgain(question.provider, of: call, why)
    case .media: mediaFailed(call, question, why)
    }
  }
}

extension Hub {
  /// What was lost with a provider is put to it once more when it is back: questions change nothing.
  private mutating func endOrAskAgain(
    _ provider: ProviderID,
    of key: CallKey,
    _ why: SourceReport.Reason
  ) {
    guard why.code == .providerLost, calls[key]?.sources[provider]?.loss == nil else {
      return end(provider, of: key, Outcome(of: why.code), why)
    }
    calls[key]?.sources[provider]?.loss = why
    calls[key]?.sources[provider]?.state = .new
    approach(provider, for: key)
  }
}

extension Descriptor {
  /// More requests than this are granted to no call.
  private static let grantMax = 1_000

  /// How many requests a call may make: one more than the method costs, so that one may be repeated.
  func grant(for method: Method) -> [String: Int]? {
    guard let cost = methods[method.rawValue]?.cost, !cost.isEmpty else { return nil }
    return cost.mapValues { ($0.clamped(to: 0...(Descriptor.grantMax - 1))) + 1 }
  }
}
