import BusProtocol
import Catalog
import MusicModel

/// When a call has its answer, and what the answer is.
extension Hub {
  /// One source of a call has ended.
  mutating func end(
    _ provider: ProviderID,
    of key: CallKey,
    _ outcome: Outcome,
    _ reason: SourceReport.Reason? = nil
  ) {
    guard calls[key]?.sources[provider]?.hasEnded == false else { return }
    calls[key]?.sources[provider]?.end(outcome, reason, at: now)
    nameUnnamed(in: key)
    settle(key)
  }

  /// Answers a call when there is nothing left to wait for.
  mutating func settle(_ key: CallKey) {
    guard let call = calls[key], case .gathering = call.phase else { return }
    let enough = now >= call.budget.patience && call.hasRecords
    if call.allEnded || now >= call.budget.mark || enough {
      finish(key)
    } else {
      showPage(of: key)
    }
  }

  /// Answers a call with what there is.
  mutating func finish(_ key: CallKey) {
    guard let call = calls[key] else { return }
    guard case .gathering = call.phase else {
      fail(key, Failure(.deadlineExceeded, "The file did not come in time."))
      return
    }
    giveUpOnStragglers(of: key)
    guard let call = calls[key] else { return }
    let merged = call.merged
    for entity in merged { memory.remember(entity) }
    let sources = reports(of: call)
    switch call.rule.result {
    case .list(_, let order):
      guard !merged.isEmpty || !areAllMissing(sources) else { return failAll(key, sources) }
      let shape = ListShape(parameters: call.parameters, order: order, positions: call.positions)
      let list = shape.list(merged)
      let exact = isExact(call)
      let kept = PageMemory.Kept(list: list, sources: sources, at: now, exact: exact)
      pages.remember(kept, for: PageMemory.Key(call.method, call.parameters))
      answer(call, list: list, sources: sources, exact: exact)
    case .single:
      guard let one = call.pick(from: merged) else { return failSingle(key, sources) }
      answer(call, list: [call.told(one)], sources: sources, exact: true)
    case .artwork, .preview:
      beginFetch(key, merged, sources)
    }
  }

  /// Those that may still answer go on without the call; the others are given up.
  private mutating func giveUpOnStragglers(of key: CallKey) {
    guard let call = calls[key] else { return }
    let isOver = now >= call.budget.mark
    for (provider, source) in call.sources.sorted(by: { $0.key < $1.key }) where !source.hasEnded {
      if case .asking(let question) = source.state, !isOver {
        questions[question]?.call = nil
      } else if let question = source.question {
        abandon(question)
      }
      let why = isOver ? reason(.deadlineExceeded, "It did not answer in time.") : nil
      var outcome: Outcome = isOver ? .timeout : .late
      if case .starting = source.state { outcome = .starting }
      if case .unnamed = source.state { outcome = .notLinked }
      calls[key]?.sources[provider]?.end(outcome, why, at: now)
    }
  }

  func reports(of call: ClientCall) -> [SourceReport] {
    call.sources.sorted { $0.key < $1.key }.map { provider, source in
      let credit = providers[provider]?.descriptor?.credit.text
      return source.report(for: provider, credit: credit, at: now)
    }
  }

  private func areAllMissing(_ sources: [SourceReport]) -> Bool {
    let told = sources.filter { $0.outcome != .notLinked && $0.outcome != .skipped }
    return !told.isEmpty && told.allSatisfy(\.outcome.isMissing)
  }

  private mutating func failAll(_ key: CallKey, _ sources: [SourceReport]) {
    if sources.allSatisfy({ $0.outcome == .timeout }) {
      let text = "No source answered in time."
      fail(key, Failure(.deadlineExceeded, text, sources: sources))
    } else {
      let retry = sources.compactMap { $0.error?.retryAfterMs }.min()
      let text = "No source could answer."
      fail(key, Failure(.sourcesFailed, text, retryAfterMs: retry, sources: sources))
    }
  }

  mutating func failSingle(_ key: CallKey, _ sources: [SourceReport]) {
    guard let call = calls[key] else { return }
    if sources.contains(where: \.outcome.isMissing) { return failAll(key, sources) }
    let what = call.parameters.id.map { "\($0)" } ?? "it"
    fail(key, Failure(.notFound, "No source knows \(what).", sources: sources))
  }

  /// Whether the list is all that the sources have: each answered, and with less than was asked for.
  /// A chart has no more than what was asked for.
  private func isExact(_ call: ClientCall) -> Bool {
    let asked = call.parameters.forProvider(call.askedMethod, settings).limit ?? settings.pageMax
    return call.sources.values.allSatisfy { source in
      guard case .ended(let outcome, _) = source.state else { return false }
      return !outcome.isMissing && (source.records.count < asked || call.askedMethod == .getChart)
    }
  }

  /// Ends a call with an error.
  mutating func fail(_ key: CallKey, _ failure: Failure) {
    guard let call = calls[key] else { return }
    var failure = failure
    failure.parts = call.partsSent
    let sid = clients[call.client]?.sid
    send(Header(type: .error, re: call.id, sid: sid), failure, to: call.client)
    forget(call)
  }

  mutating func forget(_ call: ClientCall) {
    calls[call.key] = nil
    clients[call.client]?.calls[call.id] = nil
    lastUsed = now
  }
}
