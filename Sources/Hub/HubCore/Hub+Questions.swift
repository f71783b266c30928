import BusProtocol
import MusicModel

/// Calls to providers: asked once for all who ask the same, sent within their bounds, given up, lost.
extension Hub {
  /// Puts a question to a provider, now or as soon as it has room for it, or joins those who wait for
  /// the answer to the same.
  @discardableResult
  mutating func ask(_ text: ProviderQuery, for asker: Waiter) throws(Failure) -> ProviderCallID {
    if let key = questionsByText[text] {
      questions[key]?.join(asker)
      if let question = questions[key] { timers.set(.question(key), at: question.deadline) }
      attach(asker, to: key, of: text.provider)
      return key
    }
    let isRecalled = isRecalled(text)
    if !isRecalled { try checkRoom(for: text, until: asker.deadline) }
    let key = begin(ProviderCall(text, for: asker, asked: turn.now))
    attach(asker, to: key, of: text.provider)
    if isRecalled { recall(key) } else { enqueue(key) }
    return key
  }

  mutating func begin(_ question: ProviderCall) -> ProviderCallID {
    let key = ProviderCallID(number: nextNumber())
    questions[key] = question
    questionsByText[question.text] = key
    timers.set(.question(key), at: question.deadline)
    return key
  }

  /// Lets a question wait for its turn at the provider.
  mutating func enqueue(_ key: ProviderCallID) {
    guard let provider = questions[key]?.provider else { return }
    providers[provider]?.queue.add(key)
    providers[provider]?.calls += 1
    sendWaiting(to: provider)
  }

  /// Notes in the call which question it waits for.
  private mutating func attach(_ asker: Waiter, to key: ProviderCallID, of provider: ProviderID) {
    guard let call = asker.call else { return }
    switch asker.purpose {
    case .answer: calls[call]?.sources[provider]?.state = .asking(key)
    case .resolution: calls[call]?.sources[provider]?.state = .resolving(key)
    case .media: calls[call]?.fetch?.question = key
    }
    offerKept(of: key, to: asker)
  }

  mutating func remove(_ key: ProviderCallID) -> ProviderCall? {
    guard let question = questions.removeValue(forKey: key) else { return nil }
    timers.cancel(.question(key))
    if question.isLooking { timers.cancel(.recall(key)) }
    questionsByText[question.text] = nil
    return question
  }

  /// Takes a question that its provider has ended out of the books.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - spent: the requests that it took, or nothing where nobody knows.
  /// - Returns: the question, where it was in the books.
  mutating func close(_ key: ProviderCallID, spent: [String: Int]?) -> ProviderCall? {
    guard let question = remove(key) else { return nil }
    if let sent = question.sent { providers[question.provider]?.latency.note(turn.now - sent) }
    _ = providers[question.provider]?.queue.end(key)
    settle(key, spent: spent)
    return question
  }

  /// Gives a question up: the provider is told, and whatever it still says of it is left aside. Its
  /// place is free when the provider has ended it.
  mutating func abandon(_ key: ProviderCallID) {
    guard let question = remove(key) else { return }
    noteTimeout(of: question)
    let id = question.provider
    guard providers[id]?.queue.giveUp(key) == true, let session = providers[id]?.session else {
      return
    }
    timers.set(.overdue(key, id), at: question.deadline + settings.overdueMs)
    send(Header(type: .cancel, re: key.text, sid: session.sid), to: session.peer)
  }

  /// One call no longer wants the answer. When nobody does, the question is given up.
  mutating func leave(_ key: ProviderCallID, _ call: ClientCallID) {
    questions[key]?.leave(call)
    guard let question = questions[key] else { return }
    if question.askers.isEmpty {
      abandon(key)
    } else {
      timers.set(.question(key), at: question.deadline)
    }
  }

  /// One call no longer waits, though the answer is of use when it comes.
  mutating func stopWaiting(for key: ProviderCallID, _ call: ClientCallID) {
    guard let askers = questions[key]?.askers else { return }
    for index in askers.indices where askers[index].call == call {
      questions[key]?.askers[index].call = nil
    }
  }

  /// A provider ended something that nobody waits for any more.
  mutating func endedLate(_ key: ProviderCallID, at id: ProviderID, spent: [String: Int]?) {
    guard providers[id]?.queue.end(key) == true else { return }
    timers.cancel(.overdue(key, id))
    settle(key, spent: spent)
  }

  /// A provider that does not end a call is hung, though the rest of it may live.
  mutating func endIsOverdue(of key: ProviderCallID, at id: ProviderID) {
    guard providers[id]?.queue.isLeaving(key) == true else { return }
    recycle(id, because: "it did not end a call \(settings.overdueMs) ms after its time")
  }

  mutating func questionIsOver(_ key: ProviderCallID) {
    guard let question = questions[key] else { return }
    let why = whyOpen(question)
    abandon(key)
    failed(question, why)
  }

  /// When a provider that has lost its session makes its last request for a call of it, at the latest;
  /// nothing where only the time of the call bounds that.
  private func lastRequest(of id: ProviderID) -> Instant? {
    guard let slot = providers[id], slot.process != nil else { return turn.now }
    if case .leaving(let since, _) = slot.state { return since + settings.stopGraceMs }
    return nil
  }

  /// Ends all that a provider was asked: its session is over. The new state of the provider must be
  /// set before, so that nothing more is asked of the old one.
  mutating func loseQuestions(of id: ProviderID, because why: String) {
    let inFlight = providers[id]?.queue.inFlight ?? []
    providers[id]?.queue.removeAll()
    for key in inFlight {
      timers.cancel(.overdue(key, id))
      budgets.lose(key, mayGoOnUntil: lastRequest(of: id), at: turn.now)
    }
    let lost = questions.filter { $0.value.provider == id }.keys.sorted().compactMap { remove($0) }
    for question in lost {
      providers[id]?.failures += 1
      failed(question, reason(.providerLost, "It was lost: \(why)."))
    }
  }
}
