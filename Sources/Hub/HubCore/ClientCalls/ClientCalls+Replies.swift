import BusProtocol
import EntityResolution
import MusicModel

/// Replies of providers, for the calls that wait for them.
extension ClientCalls {
  /// Takes what a provider call says to those who wait for it.
  mutating func take(
    _ news: LaneNews,
    of provider: ProviderID,
    for waiter: Waiter,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    switch news {
    case .progressed: lateProviders.remove(provider)
    case .ended(_, let result):
      if result.isFromProvider { lateProviders.remove(provider) }
    case .cachedReplyFound, .deferred, .refused: break
    }
    guard let waiting = waiter.id else {
      if case .ended(let reply, let result) = news {
        takeForNobody(reply, result, waiter.purpose, context, &turn)
      }
      return
    }
    let id = waiting.call
    // It may have left since.
    guard let call = calls[id], call.waits(for: waiting) else { return }
    switch news {
    case .progressed(let reply):
      guard waiter.purpose == .reply else { return }
      calls.update(id) { $0.apply(reply) }
      resumeAwaitingName(in: id, context, &turn)
      if calls[id]?.stream != nil { turn.post(.pageChanged(id)) }
    case .cachedReplyFound(let cached):
      guard let unixMs = turn.unixMs, waiter.purpose == .reply else { return }
      let items = CachedItems(cached, for: call.request, at: unixMs)
      calls[id]?.gathering.branches[provider]?.cached = items.records.isEmpty ? nil : items
    case .deferred(let isDeferred):
      // If other providers have results, deferred calls are not waited for, except by streamed calls and later pages.
      guard call.stream == nil, call.request.offset == 0, waiter.purpose != .namesake
      else { return }
      calls[id]?.gathering.branches[provider]?.isDeferred = isDeferred
      if isDeferred { turn.post(.completionDue(id)) }
    case .refused(let error):
      if waiter.purpose == .reply { refused(error, by: provider, call, &turn) }
    case .ended(let reply, let result):
      deliver(reply, result, to: waiter, waiting, context, &turn)
    }
  }

  /// A source refused a call, which is made again.
  private mutating func refused(
    _ error: SourceReport.SourceError,
    by provider: ProviderID,
    _ call: ClientCall,
    _ turn: inout Turn
  ) {
    if call.stream != nil {
      var report = SourceReport(provider: provider, outcome: .rateLimited)
      (report.elapsedMs, report.error) = (turn.now - call.deadlines.start, error)
      calls[call.id]?.refusals.append(report)
      turn.post(.pageChanged(call.id))
    } else if call.request.offset == 0,
      turn.now + (error.retryAfterMs ?? 0) >= call.deadlines.softDeadline
    {
      // The others' results are not held back for it.
      calls[call.id]?.gathering.branches[provider]?.isDeferred = true
      turn.post(.completionDue(call.id))
    }
  }

  private mutating func deliver(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    to waiter: Waiter,
    _ waiting: WaiterID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let (provider, id) = (reply.provider, waiting.call)
    if case .malformed = result, waiter.purpose != .namesake {
      calls[id]?.gathering.branches[provider]?.removeReply()
    }
    switch waiter.purpose {
    case .reply: branchReplied(reply, result, for: id, context, &turn)
    case .namesake: namesakeFound(reply, result, waiting, for: id, &turn)
    case .media: fetchReplied(reply, result, for: id, context, &turn)
    case .linking(let entity, let terms):
      switch result {
      case .replied, .cached: linkSearchEnded(reply, entity, terms, for: id, context, &turn)
      case .rejected(let error):
        endBranch(provider, of: id, Outcome(of: error.code), error, context, &turn)
      case .failed(let error), .notSent(let error), .malformed(let error):
        guard let cached = reply.cached, !cached.isEmpty else {
          return retryOrEnd(provider, of: id, error, context, &turn)
        }
        var reply = reply
        reply.use(cached)
        linkSearchEnded(reply, entity, terms, for: id, context, &turn)
      }
    }
  }

  /// Stores what a reply says that no call waits for.
  private mutating func takeForNobody(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    _ purpose: Waiter.Purpose,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    switch (purpose, result) {
    case (.reply, .replied), (.namesake, .replied):
      let records = reply.records.fetched(at: turn.unixMs)
      turn.post(.entitiesFound(context.index.resolver.merge(records), complete: []))
    case (.linking(let entity, let terms), .replied), (.linking(let entity, let terms), .cached):
      linkSearchEnded(reply, entity, terms, for: nil, context, &turn)
    default: break
    }
  }

  private mutating func branchReplied(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let provider = reply.provider
    switch result {
    case .replied(let done, _):
      calls.update(id) { $0.apply(reply) }
      calls[id]?.gathering.branches[provider]?.items.freshMs = done.freshMs
      if queryNextAlias(provider, for: id, context, &turn) { return }
      let isEmpty = calls[id]?.gathering.branches[provider]?.items.isEmpty ?? true
      var outcome = isEmpty ? Outcome.empty : .ok
      if let cached = reply.cached, cached.isRetainedOnly, !isEmpty, let unixMs = turn.unixMs {
        let ageMs = cached.ageMs(at: unixMs)
        calls[id]?.gathering.branches[provider]?
          .setRetained(count: cached.records.count, ageMs: ageMs)
        outcome = .stale
      }
      endBranch(provider, of: id, outcome, nil, context, &turn)
    case .cached(let cached):
      guard let request = calls[id]?.request, let unixMs = turn.unixMs else { return }
      let outcome: Outcome =
        cached.isFresh(at: unixMs) && !cached.isRetainedOnly ? .cached : .stale
      let items = CachedItems(cached, for: request, at: unixMs)
      calls[id]?.gathering.branches[provider]?.show(items)
      calls[id]?.gathering.branches[provider]?.items.freshMs = cached.freshMs
      if queryNextAlias(provider, for: id, context, &turn) { return }
      endBranch(provider, of: id, outcome, nil, context, &turn)
    case .rejected(let error):
      endBranch(provider, of: id, Outcome(of: error.code), error, context, &turn)
    case .failed(let error), .notSent(let error), .malformed(let error):
      if !reply.items.isEmpty { calls[id]?.apply(reply) }
      retryOrEnd(provider, of: id, error, context, &turn)
    }
  }
}
