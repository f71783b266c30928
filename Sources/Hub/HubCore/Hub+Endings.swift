import BusProtocol
import EntityResolution
import MusicModel

/// When a call has its answer, and what the answer is.
extension Hub {
  /// One source of a call has ended.
  mutating func end(
    _ provider: ProviderID,
    of key: ClientCallID,
    _ outcome: Outcome,
    _ reason: SourceReport.SourceError? = nil
  ) {
    guard calls[key]?.sources[provider]?.hasEnded == false else { return }
    calls[key]?.sources[provider]?.end(outcome, reason, at: turn.now)
    timers.cancel(.clientCall(.startupWait(key, provider)))
    nameUnnamed(in: key)
    turn.post(.branchEnded(key))
  }

  /// Answers a call when there is nothing left to wait for.
  mutating func settle(_ key: ClientCallID) {
    guard let call = calls[key], case .gathering = call.phase else { return }
    if favorites.awaitsMarks(at: turn.now), now < call.budget.mark { return }
    let enough = turn.now >= call.budget.patience && call.hasAnswer
    if call.allEnded || turn.now >= call.budget.mark || enough {
      turn.post(.gathered(key))
    } else {
      showPage(of: key)
    }
  }

  /// Answers a call with what there is.
  mutating func finish(_ key: ClientCallID) {
    guard case .gathering = calls[key]?.phase else { return }
    giveUpOnStragglers(of: key)
    addKnown(to: key)
    guard let call = calls[key] else { return }
    let merged = call.merged(by: entityIndex.resolver)
    remember(merged, of: call)
    favorites.refresh(merged, entityIndex, &turn)
    let sources = reports(of: call)
    watchers.record(sources)
    switch call.rule.result {
    case .list: finishList(call, merged, sources)
    case .single:
      guard let one = call.pick(from: merged) else { return endWithout(key, sources) }
      answer(call, ListResult([call.told(one)], sources, exact: true))
    case .artwork, .preview: beginFetch(key, merged, sources)
    case .report: break
    case .explanation:
      guard let one = call.pick(from: merged) else { return endWithout(key, sources) }
      explain(one, call, sources)
    case .favorite:
      guard
        let one = call.pick(from: merged)?.entity ?? call.parameters.id.flatMap(entityIndex.merged)
      else {
        return endWithout(key, sources)
      }
      addFavorite(one, call, sources)
    }
  }

  private mutating func finishList(
    _ call: ClientCall,
    _ merged: [MergedEntity],
    _ sources: [SourceReport]
  ) {
    let isAnswer = sources.contains(where: \.outcome.isUsable)
    guard isAnswer || !merged.isEmpty || !sources.contains(where: \.outcome.isMissing) else {
      return failAll(call.key, sources)
    }
    let more = call.more(settings)
    let list = ListResult(
      call.list(of: merged),
      sources,
      exact: more == .none && !sources.contains(where: \.outcome.isMissing),
      mayGrow: more == .askable
    )
    if settings.keepsAnswers, call.offset == 0, let text = call.parameters.text {
      act(.noteSearch(call.method, text: text, total: list.list.count))
    }
    if list.next(after: call) != nil || call.offset > 0 || !list.exact {
      let entry = ListCache.Entry(list, depth: call.depth, at: turn.now)
      replyCaches.store(entry, for: ListCache.Key(call.method, call.parameters))
    }
    answer(call, list)
  }

  /// Those that may still answer go on without the call; the others are given up.
  private mutating func giveUpOnStragglers(of key: ClientCallID) {
    guard let call = calls[key] else { return }
    let isOver = turn.now >= call.budget.mark
    for (provider, source) in call.sources.sorted(by: { $0.key < $1.key }) where !source.hasEnded {
      let pending = source.waiter.flatMap { providerCalls.pending($0, turn.now) }
      let (outcome, why) = stragglerOutcome(source, pending, isOver: isOver)
      if let waiter = source.waiter {
        // A call that was not sent yet need not be sent.
        if isOver || pending?.isSent != true { removeWaiter(waiter) } else { detachWaiter(waiter) }
      }
      calls[key]?.sources[provider]?.end(outcome, why, at: turn.now)
    }
  }

  private func stragglerOutcome(
    _ source: FanOutBranch,
    _ pending: PendingProviderCall?,
    isOver: Bool
  ) -> (Outcome, SourceReport.SourceError?) {
    if source.isUnnamed { return (.notLinked, nil) }
    if source.isStarting {
      if let loss = source.loss { return (.failed, loss) }
      return (.starting, .init(.providerStarting, "It is still starting."))
    }
    guard let why = pending?.reason else { return (.late, nil) }
    return isOver || why.code != .deadlineExceeded ? (Outcome(of: why.code), why) : (.late, nil)
  }

  private func reports(of call: ClientCall) -> [SourceReport] {
    call.sources.sorted { $0.key < $1.key }.map { provider, source in
      source.report(for: provider, attribution: attribution(of: provider), at: turn.now)
    }
  }

  func attribution(of provider: ProviderID) -> String? {
    directory.descriptor(of: provider)?.attribution.text
  }

  /// There is no entity: it is not there, or nobody could tell (MB-101, MB-102).
  mutating func endWithout(_ key: ClientCallID, _ sources: [SourceReport]) {
    guard let call = calls[key] else { return }
    guard !sources.contains(where: \.outcome.isMissing) else { return failAll(key, sources) }
    let what = call.parameters.id.map { "\($0)" } ?? "it"
    fail(key, Failure(.notFound, "No source knows \(what).", sources: sources))
  }

  private mutating func failAll(_ key: ClientCallID, _ sources: [SourceReport]) {
    let missing = sources.filter(\.outcome.isMissing)
    let isLate = missing.allSatisfy { $0.outcome == .timeout }
    if isLate, !sources.contains(where: \.outcome.isUsable) {
      let text = "No source answered in time."
      fail(key, Failure(.deadlineExceeded, text, sources: sources))
    } else {
      let retry = missing.compactMap { $0.error?.retryAfterMs }.min()
      let text = "No source could answer."
      fail(key, Failure(.sourcesFailed, text, retryAfterMs: retry, sources: sources))
    }
  }

  /// Ends a call with an error.
  mutating func fail(_ key: ClientCallID, _ failure: Failure) {
    guard let call = calls[key] else { return }
    var failure = failure
    failure.parts = call.partsSent
    let header = Header(type: .error, re: call.id, sid: sessions.sid(of: call.client))
    if !send(header, failure, to: call.client) {
      failure.sources = nil
      send(header, failure, to: call.client)
    }
    forget(call, as: .error)
  }

  mutating func forget(_ call: ClientCall, as result: CallMetrics.Result = .done) {
    watchers.recordEnd(of: call.method, result, elapsedMs: turn.now - call.budget.start, turn)
    calls[call.key] = nil
    callIndex.remove(call.id, of: call.client)
    timers.cancel(.clientCall(.deadline(call.key)))
    timers.cancel(.clientCall(.softDeadline(call.key)))
    for provider in call.sources.keys {
      timers.cancel(.clientCall(.startupWait(call.key, provider)))
    }
    if let provider = call.fetch?.awaited?.provider {
      timers.cancel(.clientCall(.startupWait(call.key, provider)))
    }
  }
}
