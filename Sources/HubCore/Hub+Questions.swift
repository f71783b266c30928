import BusProtocol
import MusicModel

/// Calls to providers: sent within their bounds, answered, given up.
extension Hub {
  /// Sends a question now, or as soon as the provider has room for it.
  ///
  /// - Returns: its name, or nothing where the provider has too much to do; its source has ended then.
  mutating func put(_ question: Question, _ parameters: CallParameters) -> QuestionKey? {
    guard let session = providers[question.provider]?.session else { return nil }
    guard providers[question.provider]?.queue.hasRoom == true else {
      if let call = question.call {
        end(
          question.provider,
          of: call,
          .failed,
          reason(.busy, "\(ProviderQueue.waitingMax) questions wait for it already.")
        )
      }
      return nil
    }
    let key = QuestionKey(number: nextNumber())
    questions[key] = question
    timers.set(.question(key), at: question.deadline)
    let pending = ProviderQueue.Pending(key: key, method: question.method, parameters: parameters)
    providers[question.provider]?.queue.add(pending)
    providers[question.provider]?.calls += 1
    sendPending(to: question.provider, session)
    return key
  }

  /// Sends what waits, as far as the provider takes calls at once.
  private mutating func sendPending(to provider: ProviderID, _ session: ProviderSlot.Session) {
    let inflight = max(1, session.descriptor.inflight)
    while let pending = providers[provider]?.queue.next(inflight: inflight) {
      guard let question = questions[pending.key] else {
        providers[provider]?.queue.remove(pending.key)
        continue
      }
      var parameters = pending.parameters
      let cost = session.descriptor.methods[pending.method.rawValue]?.cost ?? [:]
      // One request more than the method costs, so that one may be repeated.
      parameters.grant = cost.mapValues { $0 + 1 }
      let header = Header(
        type: .call,
        id: pending.key.text,
        sid: session.sid,
        method: pending.method,
        ttlMs: max(1, question.deadline - now)
      )
      send(header, parameters, to: session.peer)
    }
  }

  /// Takes a question that has ended out of the books.
  mutating func close(_ key: QuestionKey) -> Question? {
    guard let question = questions.removeValue(forKey: key) else { return nil }
    providers[question.provider]?.queue.remove(key)
    if let session = providers[question.provider]?.session {
      sendPending(to: question.provider, session)
    }
    return question
  }

  /// Gives a question up: the provider is told, and whatever it still says is ignored.
  mutating func abandon(_ key: QuestionKey) {
    guard let question = questions[key] else { return }
    let wasSent = providers[question.provider]?.queue.isSent(key) ?? false
    if wasSent, let session = providers[question.provider]?.session {
      send(Header(type: .cancel, re: key.text, sid: session.sid), to: session.peer)
    }
    _ = close(key)
  }

  mutating func questionIsOver(_ key: QuestionKey) {
    guard let question = questions[key] else { return }
    abandon(key)
    guard let call = question.call else { return }
    switch question.purpose {
    case .answer: break
    case .resolution:
      let text = "It was searched for the name and did not answer in time."
      end(question.provider, of: call, .timeout, reason(.deadlineExceeded, text))
    case .media:
      mediaFailed(call, question, reason(.deadlineExceeded, "It did not answer in time."))
    }
  }

  /// Ends all that a provider was asked: it is gone.
  mutating func endQuestions(of provider: ProviderID, because why: String) {
    let lost = questions.filter { $0.value.provider == provider }.keys.sorted()
    for key in lost {
      guard let question = questions.removeValue(forKey: key) else { continue }
      providers[provider]?.queue.remove(key)
      providers[provider]?.failures += 1
      failed(question, reason(.providerLost, "It was lost: \(why)."))
    }
  }

  /// Tells a call that a question of it failed.
  mutating func failed(_ question: Question, _ why: SourceReport.Reason) {
    guard let call = question.call else { return }
    switch question.purpose {
    case .answer, .resolution:
      let isLimit = why.code == .upstreamRateLimited
      let isTime = why.code == .deadlineExceeded
      let outcome: Outcome = isLimit ? .rateLimited : isTime ? .timeout : .failed
      end(question.provider, of: call, outcome, why)
    case .media: mediaFailed(call, question, why)
    }
  }
}
