import BusProtocol
import EntityResolution
import MusicModel

/// Before a provider is asked, the hub looks for what it answered before: a fresh answer is given
/// again, an older one stands in where no new one comes (specification, chapter "What is kept").
extension Hub {
  /// Whether answers to the question are kept.
  func isRecalled(_ text: ProviderQuery) -> Bool { settings.keepsAnswers && wallMs != nil }

  /// Begins to look for what is kept; the question goes on when that is found out.
  mutating func recall(_ key: ProviderCallID) {
    guard let question = questions[key] else { return }
    questions[key]?.isLooking = true
    timers.set(.recall(key), at: turn.now + settings.recallMs)
    act(.findAnswer(question.text.asKept, ticket: key.number))
  }

  mutating func answerFound(_ ticket: Int, _ kept: CachedReply?) {
    let key = ProviderCallID(number: ticket)
    guard let question = questions[key] else { return }
    questions[key]?.kept = kept
    for asker in question.askers { offerKept(of: key, to: asker) }
    if question.isLooking { recallIsOver(key) }
  }

  /// Shows a call what is kept, in case that nothing new comes.
  mutating func offerKept(of key: ProviderCallID, to asker: Waiter) {
    guard asker.purpose == .answer, let wallMs, let question = questions[key],
      let kept = question.kept, let call = asker.call.flatMap({ calls[$0] })
    else { return }
    let offer = FanOutBranch.Kept(kept, for: call, at: wallMs)
    calls[call.key]?.sources[question.provider]?.kept = offer.records.isEmpty ? nil : offer
  }

  /// It is known what is kept, or the disk takes too long: the question is answered or asked.
  mutating func recallIsOver(_ key: ProviderCallID) {
    guard let question = questions[key], question.isLooking, let wallMs else { return }
    questions[key]?.isLooking = false
    timers.cancel(.recall(key))
    let isNewWanted = isNewWanted(question)
    if let kept = question.kept, question.text.isOffline || !isNewWanted {
      let isEnough = question.text.isOffline || kept.isFresh(at: wallMs)
      if isEnough || kept.isLittleStale(at: wallMs) {
        guard let question = remove(key) else { return }
        if !isEnough { refresh(question) }
        return give(kept, to: question, at: wallMs)
      }
    }
    do throws(Failure) {
      try checkRoom(for: question.text, until: question.deadline)
      enqueue(key)
    } catch {
      give(up: key, reason(error))
    }
  }

  /// Whether a call wants an answer of the source itself.
  private func isNewWanted(_ question: ProviderCall) -> Bool {
    question.askers.contains { asker in
      asker.call.flatMap { calls[$0]?.parameters.cache } == .bypass
    }
  }

  private mutating func give(up key: ProviderCallID, _ why: SourceReport.SourceError) {
    guard let question = remove(key) else { return }
    failed(question, why)
  }

  /// Answers a question with what is kept.
  private mutating func give(_ kept: CachedReply, to asked: ProviderCall, at wallMs: Int) {
    var question = asked
    question.take(kept)
    for asker in question.askers {
      switch (asker.purpose, asker.call) {
      case (.answer, let call?): give(kept, of: question, to: call, at: wallMs)
      case (.answer, nil): break
      case (.resolution(let id, let name), let call): resolved(question, id, name, for: call)
      case (.media, let call?): fetched(question, kept: kept, at: wallMs, for: call)
      case (.media, nil): break
      }
    }
  }

  private mutating func give(
    _ kept: CachedReply,
    of question: ProviderCall,
    to key: ClientCallID,
    at wallMs: Int
  ) {
    guard let call = calls[key] else { return }
    let outcome: Outcome = kept.isFresh(at: wallMs) && !kept.isLeftOver ? .cached : .stale
    let offer = FanOutBranch.Kept(kept, for: call, at: wallMs)
    calls[key]?.sources[question.provider]?.show(offer)
    if askFurther(question.provider, for: key) { return }
    end(question.provider, of: key, outcome)
  }

  /// Asks anew for what was given though it is no longer fresh, where that takes nothing from others.
  private mutating func refresh(_ question: ProviderCall) {
    guard questionsByText[question.text] == nil,
      providers[question.provider]?.queue.waiting.isEmpty == true
    else { return }
    guard (try? checkRoom(for: question.text, until: turn.now)) != nil else { return }
    let asker = Waiter(call: nil, purpose: .answer, deadline: question.deadline)
    let key = begin(ProviderCall(question.text, for: asker, asked: turn.now))
    questions[key]?.kept = question.kept
    enqueue(key)
  }

  /// Keeps what a provider has answered, and shows what it no longer tells.
  mutating func keepAnswer(to question: ProviderCall, _ done: Done, _ attachment: [UInt8]?)
    -> ProviderCall
  {
    guard let wallMs, isRecalled(question.text) else { return question }
    let isFile = CallParameters.files.contains(question.text.method)
    guard !isFile || attachment != nil else { return question }
    var kept = CachedReply(
      askedMs: wallMs,
      freshMs: freshMs(of: question.provider, question.text.method) ?? 0,
      records: question.items.map { CachedReply.Record($0, fetchedMs: wallMs) },
      skipped: question.skipped
    )
    if isFile { (kept.media, kept.attachment) = (done.media, attachment) }
    if let old = question.kept { kept.add(leftOverOf: old, method: question.text.method) }
    act(.keepAnswer(kept, to: question.text.asKept))
    if isNewWanted(question) { replyCaches.clear(because: .providerReplyRenewed) }
    var whole = question
    whole.kept = kept
    if kept.records.count > question.items.count { whole.take(kept) }
    return whole
  }

  /// For how long an answer is as good as a new one, in milliseconds.
  func freshMs(of provider: ProviderID, _ method: Method) -> Int? {
    settings.freshMs[method]
      ?? providers[provider]?.descriptor?.methods[method.rawValue]?.freshMs
  }
}
