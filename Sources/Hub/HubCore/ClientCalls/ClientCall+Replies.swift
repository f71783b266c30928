import BusProtocol
import EntityResolution
import MusicModel

/// Replies of providers.
extension ClientCall {
  mutating func take(
    _ news: LaneNews,
    of provider: ProviderID,
    for waiter: Waiter,
    _ world: World
  ) {
    // It may have left since.
    guard let id = waiter.id, waits(for: id) else { return }
    switch news {
    case .progressed(let reply):
      guard waiter.purpose == .reply else { return }
      apply(reply)
      resumeAwaitingName(world)
    case .cachedReplyFound(let cached):
      guard let unixMs = world.unixMs, waiter.purpose == .reply else { return }
      let items = CachedItems(cached, for: request, at: unixMs)
      gathering.branches[provider]?.cached = items.records.isEmpty ? nil : items
    case .deferred(let isDeferred):
      // If other providers have results, deferred calls are not waited for, except by streamed calls and later pages.
      guard !reply.isStreamed, request.offset == 0, waiter.purpose != .namesake else { return }
      gathering.branches[provider]?.isDeferred = isDeferred
    case .refused(let error):
      if waiter.purpose == .reply { refused(error, by: provider, world) }
    case .ended(let reply, let result): ended(reply, result, of: waiter, id, world)
    }
  }

  /// Puts the records of a reply into the branch of its provider.
  private mutating func apply(_ reply: ProviderReply) {
    let request = request
    gathering.branches.update(reply.provider) { branch in
      branch.items.apply(reply, to: branch.subject, of: request)
    }
    isPageOutdated = true
  }

  /// A source refused a call, which is made again.
  private mutating func refused(
    _ error: SourceReport.SourceError,
    by provider: ProviderID,
    _ world: World
  ) {
    if reply.isStreamed {
      var report = SourceReport(provider: provider, outcome: .rateLimited)
      (report.elapsedMs, report.error) = (world.now - deadlines.start, error)
      refusals.append(report)
      isPageOutdated = true
    } else if request.offset == 0,
      world.now + (error.retryAfterMs ?? 0) >= deadlines.softDeadline
    {
      // The others' results are not held back for it.
      gathering.branches[provider]?.isDeferred = true
    }
  }

  private mutating func ended(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    of waiter: Waiter,
    _ id: WaiterID,
    _ world: World
  ) {
    let provider = reply.provider
    if case .malformed = result, waiter.purpose != .namesake {
      gathering.branches[provider]?.removeReply()
    }
    switch waiter.purpose {
    case .reply: branchEnded(reply, result, world)
    case .namesake: namesakeFound(reply, result, id, world)
    case .media: fetchEnded(reply, result, world)
    case .linking(let entity, let terms):
      switch result {
      case .replied, .cached: linkSearchEnded(reply, entity, terms, world)
      case .rejected(let error): endBranch(provider, Outcome(of: error.code), error, world)
      case .failed(let error), .notSent(let error), .malformed(let error):
        guard let cached = reply.cached, !cached.isEmpty else {
          return retryOrEnd(provider, error, world)
        }
        var reply = reply
        reply.use(cached)
        linkSearchEnded(reply, entity, terms, world)
      }
    }
  }

  private mutating func branchEnded(
    _ reply: ProviderReply,
    _ result: ProviderCallResult,
    _ world: World
  ) {
    let provider = reply.provider
    switch result {
    case .replied(let done, _):
      apply(reply)
      gathering.branches[provider]?.items.freshMs = done.freshMs
      if queryNextAlias(provider, world) { return }
      let isEmpty = gathering.branches[provider]?.items.isEmpty ?? true
      var outcome = isEmpty ? Outcome.empty : .ok
      if let cached = reply.cached, cached.isRetainedOnly, !isEmpty, let unixMs = world.unixMs {
        let ageMs = cached.ageMs(at: unixMs)
        gathering.branches[provider]?.setRetained(count: cached.records.count, ageMs: ageMs)
        outcome = .stale
      }
      endBranch(provider, outcome, nil, world)
    case .cached(let cached):
      guard let unixMs = world.unixMs else { return }
      let outcome: Outcome =
        cached.isFresh(at: unixMs) && !cached.isRetainedOnly ? .cached : .stale
      gathering.branches[provider]?.show(CachedItems(cached, for: request, at: unixMs))
      gathering.branches[provider]?.items.freshMs = cached.freshMs
      if queryNextAlias(provider, world) { return }
      endBranch(provider, outcome, nil, world)
    case .rejected(let error): endBranch(provider, Outcome(of: error.code), error, world)
    case .failed(let error), .notSent(let error), .malformed(let error):
      if !reply.records.isEmpty { apply(reply) }
      retryOrEnd(provider, error, world)
    }
  }
}
