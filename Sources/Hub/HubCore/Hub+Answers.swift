import BusProtocol
import EntityResolution
import MusicModel

/// Replies of providers, for the calls that wait for them.
extension Hub {
  /// Submits a query for a call.
  mutating func submit(
    _ query: ProviderQuery,
    for call: ClientCall,
    _ purpose: CallWaiter.Purpose,
    until deadline: Instant
  ) -> WaiterID {
    waiterCount += 1
    let waiter = Waiter(
      id: WaiterID(number: waiterCount),
      client: FairnessKey(call.client),
      deadline: deadline,
      bypassesCache: call.parameters.cache == .bypass
    )
    waiters[waiter.id] = CallWaiter(call: call.key, purpose: purpose)
    turn.post(.submit(query, waiter))
    return waiter.id
  }

  mutating func removeWaiter(_ id: WaiterID) {
    waiters[id] = nil
    turn.post(.removeWaiter(id))
  }

  mutating func detachWaiter(_ id: WaiterID) {
    waiters[id]?.call = nil
    turn.post(.detachWaiter(id))
  }

  /// Uses a partial reply: it may name the entity to other branches, and streams show it.
  mutating func progressed(_ ids: [WaiterID], _ reply: ProviderReply) {
    for id in ids {
      guard let waiter = waiters[id], waiter.purpose == .answer, let call = waiter.call else {
        continue
      }
      applyItems(reply, to: call)
      nameUnnamed(in: call)
      showPage(of: call)
    }
  }

  /// Notes a cached reply, in case that no new one comes.
  mutating func cachedReplyFound(
    _ ids: [WaiterID],
    _ provider: ProviderID,
    _ cached: CachedReply
  ) {
    guard let wallMs else { return }
    for id in ids {
      guard let waiter = waiters[id], waiter.purpose == .answer,
        let call = waiter.call.flatMap({ calls[$0] })
      else { continue }
      let offer = FanOutBranch.Kept(cached, for: call, at: wallMs)
      calls[call.key]?.sources[provider]?.kept = offer.records.isEmpty ? nil : offer
    }
  }

  mutating func ended(_ ids: [WaiterID], _ reply: ProviderReply, _ result: ProviderCallResult) {
    if case .malformed = result {
      for call in ids.compactMap({ waiters[$0]?.call }) {
        calls[call]?.sources[reply.provider]?.records = []
      }
    }
    for id in ids {
      if id == .revalidation {
        if case .replied = result { remember(reply.records) }
      } else if let waiter = waiters.removeValue(forKey: id) {
        deliver(reply, result, to: waiter)
      }
    }
  }

  private mutating func deliver(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    to waiter: CallWaiter
  ) {
    switch (waiter.purpose, waiter.call) {
    case (.answer, let call?): answered(reply, result, for: call)
    case (.answer, nil): if case .replied = result { remember(reply.records) }
    case (.linking(let id, let name), let call):
      switch result {
      case .replied, .cached: resolved(reply, id, name, for: call)
      case .rejected(let why):
        if let call { end(reply.provider, of: call, Outcome(of: why.code), why) }
      case .failed(let why), .malformed(let why):
        guard let call else { return }
        linkSearchFailed(reply, id, name, why, for: call)
      }
    case (.media, let call?): mediaEnded(reply, result, for: call)
    case (.media, nil): break
    }
  }

  private mutating func answered(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    for key: ClientCallID
  ) {
    let provider = reply.provider
    switch result {
    case .replied:
      applyItems(reply, to: key)
      if askFurther(provider, for: key) { return }
      let isEmpty = calls[key]?.sources[provider]?.records.isEmpty ?? true
      if let cached = reply.cached, cached.isRetainedOnly, !isEmpty, let wallMs {
        calls[key]?.sources[provider]?.setKnown(
          count: cached.records.count,
          ageMs: cached.ageMs(at: wallMs)
        )
        end(provider, of: key, .stale)
      } else {
        end(provider, of: key, isEmpty ? .empty : .ok)
      }
    case .cached(let cached):
      guard let call = calls[key], let wallMs else { return }
      let outcome: Outcome = cached.isFresh(at: wallMs) && !cached.isRetainedOnly ? .cached : .stale
      let offer = FanOutBranch.Kept(cached, for: call, at: wallMs)
      calls[key]?.sources[provider]?.show(offer)
      if askFurther(provider, for: key) { return }
      end(provider, of: key, outcome)
    case .rejected(let why): end(provider, of: key, Outcome(of: why.code), why)
    case .failed(let why), .malformed(let why):
      if !reply.items.isEmpty { applyItems(reply, to: key) }
      retryOrEnd(provider, of: key, why)
    }
  }

  private mutating func linkSearchFailed(
    _ reply: ProviderReply,
    _ id: EntityID,
    _ name: SearchTerms,
    _ why: SourceReport.SourceError,
    for key: ClientCallID
  ) {
    guard let cached = reply.cached, !cached.isEmpty else {
      return retryOrEnd(reply.provider, of: key, why)
    }
    var reply = reply
    reply.use(cached)
    resolved(reply, id, name, for: key)
  }

  private mutating func mediaEnded(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    for key: ClientCallID
  ) {
    switch result {
    case .replied(let done, let attachment): fetched(reply, done, attachment, for: key)
    case .cached(let cached):
      if let wallMs { fetched(reply, kept: cached, at: wallMs, for: key) }
    case .rejected(let why):
      calls[key]?.fetch?.waiter = nil
      calls[key]?.fetch?.note(Outcome(of: why.code), reply.provider, why)
      fetchNext(key)
    case .failed(let why), .malformed(let why):
      if let cached = reply.cached, !cached.isEmpty, let wallMs {
        fetched(reply, kept: cached, why, at: wallMs, for: key)
      } else {
        mediaFailed(key, reply, why)
      }
    }
  }

  /// Queries a provider again that was lost, once: queries change nothing.
  private mutating func retryOrEnd(
    _ provider: ProviderID,
    of key: ClientCallID,
    _ why: SourceReport.SourceError
  ) {
    // A provider that is removed ends its branches before its queue closes.
    guard calls[key]?.sources[provider]?.hasEnded == false else { return }
    guard why.code == .providerLost, calls[key]?.sources[provider]?.loss == nil else {
      return end(provider, of: key, Outcome(of: why.code), why)
    }
    calls[key]?.sources[provider]?.loss = why
    calls[key]?.sources[provider]?.state = .new
    approach(provider, for: key)
  }

  /// Puts the items of a reply into the branch of its provider.
  private mutating func applyItems(_ reply: ProviderReply, to key: ClientCallID) {
    guard let call = calls[key] else { return }
    let fitting = reply.items.filter { call.accepts($0) }
    let earlier = call.sources[reply.provider]?.earlier ?? []
    calls[key]?.sources[reply.provider]?.records = earlier + fitting
    calls[key]?.sources[reply.provider]?.recordTimes.merge(reply.recordTimes) { $1 }
    calls[key]?.sources[reply.provider]?.skipped =
      reply.skipped + reply.items.count - fitting.count
  }

  private mutating func remember(_ records: [SourceRecord]) {
    let merged = entityIndex.resolver.merge(records.fetched(at: wallMs))
    entityIndex.store(merged, unixMs: wallMs)
  }
}
