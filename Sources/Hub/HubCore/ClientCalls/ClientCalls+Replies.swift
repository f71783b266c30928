import BusProtocol
import EntityResolution
import MusicModel

/// Replies of providers, for the calls that wait for them.
extension ClientCalls {
  /// Uses a partial reply: it may name the entity to other branches, and streaming clients get it.
  mutating func progressed(
    _ ids: [WaiterID],
    _ reply: ProviderReply,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    lateProviders.remove(reply.provider)
    for waiter in ids {
      guard let waiter = waiters[waiter], waiter.purpose == .reply, let id = waiter.call else {
        continue
      }
      calls.update(id) { $0.apply(reply) }
      resumeAwaitingName(in: id, context, &turn)
      if calls[id]?.stream != nil { turn.post(.pageChanged(id)) }
    }
  }

  /// Stores a cached reply, for the case that no new one arrives, or whether a call is deferred or refused.
  ///
  /// If other providers have results, deferred calls are not waited for, except by streamed calls and
  /// later pages.
  mutating func stateChanged(
    _ ids: [WaiterID],
    _ provider: ProviderID,
    _ change: ProviderCallChange,
    _ turn: inout Turn
  ) {
    for waiter in ids.compactMap({ waiters[$0] }) {
      guard let id = waiter.call, let call = calls[id] else { continue }
      switch change {
      case .cachedReplyFound(let cached):
        guard let unixMs = turn.unixMs, waiter.purpose == .reply else { continue }
        let items = CachedItems(cached, for: call.request, at: unixMs)
        calls[id]?.gathering.branches[provider]?.cached = items.records.isEmpty ? nil : items
      case .deferred(let isDeferred):
        guard call.stream == nil, call.request.offset == 0, waiter.purpose != .namesake
        else { continue }
        calls[id]?.gathering.branches[provider]?.isDeferred = isDeferred
        if isDeferred { turn.post(.completionDue(id)) }
      case .refused(let error):
        guard waiter.purpose == .reply else { continue }
        if call.stream != nil {
          var report = SourceReport(provider: provider, outcome: .rateLimited)
          (report.elapsedMs, report.error) = (turn.now - call.deadlines.start, error)
          calls[id]?.refusals.append(report)
          turn.post(.pageChanged(id))
        } else if call.request.offset == 0,
          turn.now + (error.retryAfterMs ?? 0) >= call.deadlines.softDeadline
        {
          // The others' results are not held back for it.
          calls[id]?.gathering.branches[provider]?.isDeferred = true
          turn.post(.completionDue(id))
        }
      }
    }
  }

  mutating func ended(
    _ ids: [WaiterID],
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    if result.isFromProvider { lateProviders.remove(reply.provider) }
    if case .malformed = result {
      for waiter in ids.compactMap({ waiters[$0] }) where waiter.purpose != .namesake {
        guard let call = waiter.call else { continue }
        calls[call]?.gathering.branches[reply.provider]?.removeReply()
      }
    }
    for id in ids {
      if id == .revalidation {
        reply.storeRecords(result, context, &turn)
      } else if let waiter = waiters.removeValue(forKey: id) {
        deliver(reply, result, to: waiter, id, context, &turn)
      }
    }
  }

  private mutating func deliver(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    to waiter: CallWaiter,
    _ id: WaiterID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    switch (waiter.purpose, waiter.call) {
    case (.reply, let id?): branchReplied(reply, result, for: id, context, &turn)
    case (.reply, nil), (.namesake, nil): reply.storeRecords(result, context, &turn)
    case (.namesake, let call?): namesakeFound(reply, result, id, for: call, &turn)
    case (.linking(let entity, let terms), let id):
      switch result {
      case .replied, .cached: linkSearchEnded(reply, entity, terms, for: id, context, &turn)
      case .rejected(let error):
        guard let id else { return }
        endBranch(reply.provider, of: id, Outcome(of: error.code), error, context, &turn)
      case .failed(let error), .notSent(let error), .malformed(let error):
        guard let id else { return }
        guard let cached = reply.cached, !cached.isEmpty else {
          return retryOrEnd(reply.provider, of: id, error, context, &turn)
        }
        var reply = reply
        reply.use(cached)
        linkSearchEnded(reply, entity, terms, for: id, context, &turn)
      }
    case (.media, let id?): fetchReplied(reply, result, for: id, context, &turn)
    case (.media, nil): break
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

extension ProviderReply {
  /// Stores the records of a reply that no call waits for.
  fileprivate func storeRecords(
    _ result: ProviderCallResult,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard case .replied = result else { return }
    let merged = context.index.resolver.merge(records.fetched(at: turn.unixMs))
    turn.post(.entitiesFound(merged, complete: []))
  }
}
