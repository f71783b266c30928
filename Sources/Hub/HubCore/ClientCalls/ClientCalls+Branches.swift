import BusProtocol
import EntityResolution
import MusicModel

/// Branches: each provider is queried under an id that it knows.
extension ClientCalls {
  /// Queries under more aliases than this are not made in one call.
  private static let maxAliases = 4

  /// Advances one branch of a call as far as possible now.
  mutating func advance(
    _ provider: ProviderID,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let directory = context.directory
    guard let call = calls[id], call.fetch == nil,
      let branch = call.gathering.branches[provider], branch.canAdvance,
      directory.contains(provider)
    else { return }
    // A provider that does not run may have cached replies.
    let isOffline = settings.hasProviderCache && call.parameters.cache == .only
    let descriptor =
      directory.session(of: provider)
      ?? (isOffline ? directory.descriptor(of: provider) : nil)
    guard let descriptor else {
      return awaitStart(of: provider, for: id, context, &turn)
    }
    turn.timers.cancel(.clientCall(.startupWait(id, provider)))
    guard let entity = call.parameters.id else {
      return query(provider, call.parameters, for: id, &turn)
    }
    let known = context.index.knownIDs(of: entity, at: provider, in: call.records, now: turn.now)
    let replied = branch.subject.repliedIDs
    let first = known.all.first {
      descriptor.understands($0, as: entity.kind) && !replied.contains($0)
    }
    // A list continues under the id under which it began.
    let native = branch.subject.position != nil ? branch.subject.id : first
    guard let native else {
      return link(entity, knownAs: known.all, at: provider, for: id, context, &turn)
    }
    var parameters = call.parameters
    parameters.id = native
    parameters.ids = known.all
    if entity.kind == .artist {
      parameters.artist = call.searchTerms(of: entity, in: context.index)?.text
    }
    calls[id]?.gathering.branches[provider]?.subject
      .select(native, isByVerdict: known.byVerdict.contains(native))
    query(provider, parameters, for: id, &turn)
  }

  /// The time until which a call waits for a provider that is starting: two seconds after its start, or
  /// as long as the caller says that it waits for slow ones. `nil` if it does not wait.
  func startDeadline(
    of provider: ProviderID,
    for id: ClientCallID,
    _ directory: ProviderDirectory,
    now: Instant
  ) -> Instant? {
    let waitMs = settings.startWaitMs
    guard let call = calls[id],
      var until = directory.startDeadline(of: provider, now: now, waitMs: waitMs)
    else { return nil }
    if call.parameters.waitMs != nil { until = max(until, call.deadlines.softDeadline) }
    return until > now ? until : nil
  }

  private mutating func awaitStart(
    of provider: ProviderID,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let directory = context.directory
    if let until = startDeadline(of: provider, for: id, directory, now: turn.now) {
      calls[id]?.gathering.branches[provider]?.state = .starting
      turn.timers.set(.clientCall(.startupWait(id, provider)), at: until)
    } else if directory.lacksConfiguration(provider), calls[id]?.parameters.providers == nil {
      // It is not expected to reply, although it was still starting when the call began.
      calls[id]?.gathering.branches[provider] = nil
      turn.timers.cancel(.clientCall(.startupWait(id, provider)))
      resumeAwaitingName(in: id, context, &turn)
      turn.post(.completionDue(id))
    } else if let reason = directory.stopReason(of: provider) {
      let error = SourceReport.SourceError(.providerLost, "It is not running: \(reason).")
      endBranch(provider, of: id, .failed, error, context, &turn)
    } else {
      endStarting(provider, of: id, context, &turn)
    }
  }

  /// Ends a branch whose provider has not started in time.
  mutating func endStarting(
    _ provider: ProviderID,
    of id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    if let loss = calls[id]?.gathering.branches[provider]?.loss {
      return endBranch(provider, of: id, .failed, loss, context, &turn)
    }
    var error = SourceReport.SourceError(.providerStarting, "It is still starting.")
    error.retryAfterMs = context.directory.restart(of: provider).map { $0 - turn.now }
    endBranch(provider, of: id, .starting, error, context, &turn)
  }

  private mutating func query(
    _ provider: ProviderID,
    _ parameters: CallParameters,
    for id: ClientCallID,
    _ turn: inout Turn
  ) {
    guard let call = calls[id] else { return }
    let method = call.request.providerMethod
    let query = ProviderQuery(
      provider: provider,
      method: method,
      parameters: parameters.query(
        of: method,
        limit: call.gathering.depth,
        at: call.gathering.branches[provider]?.subject.position,
        settings
      ),
      cache: call.parameters.cache
    )
    let waiter = submit(query, for: call, .reply, until: call.deadlines.deadline, &turn)
    calls.update(id) { call in
      call.gathering.branches.update(provider) { $0.ask(.querying(waiter)) }
    }
  }

  /// Resumes the calls that wait for a provider: it serves now, or will not.
  mutating func resumeWaiters(
    of provider: ProviderID,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    lateProviders.remove(provider)
    for id in calls.keys.sorted() {
      if calls[id]?.gathering.branches[provider]?.isStarting == true {
        advance(provider, for: id, context, &turn)
      }
      if calls[id]?.fetch?.awaited?.provider == provider { fetchNext(id, context, &turn) }
    }
  }

  /// Ends the branches of a provider that was removed.
  mutating func providerRemoved(
    _ provider: ProviderID,
    because reason: String,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    let error = SourceReport.SourceError(.providerLost, "It is not running: \(reason).")
    for id in calls.keys.sorted() {
      endBranch(provider, of: id, .failed, error, context, &turn)
    }
  }

  /// Ends a branch. The call completes after the queries that this causes were submitted.
  mutating func endBranch(
    _ provider: ProviderID,
    of id: ClientCallID,
    _ outcome: Outcome,
    _ reason: SourceReport.SourceError?,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    guard calls[id]?.gathering.branches[provider]?.hasEnded == false else { return }
    calls.update(id) { call in
      call.gathering.branches.update(provider) { $0.end(outcome, reason, at: turn.now) }
    }
    turn.timers.cancel(.clientCall(.startupWait(id, provider)))
    resumeAwaitingName(in: id, context, &turn)
    turn.post(.completionDue(id))
  }

  /// Queries a provider again that was lost, once: queries change nothing.
  mutating func retryOrEnd(
    _ provider: ProviderID,
    of id: ClientCallID,
    _ error: SourceReport.SourceError,
    _ context: CallContext,
    _ turn: inout Turn
  ) {
    // A provider that is removed ends its branches before its queue closes.
    guard let branch = calls[id]?.gathering.branches[provider], !branch.hasEnded else { return }
    guard error.code == .providerLost, branch.loss == nil else {
      return endBranch(provider, of: id, Outcome(of: error.code), error, context, &turn)
    }
    calls[id]?.gathering.branches[provider]?.loss = error
    calls[id]?.gathering.branches[provider]?.state = .new
    advance(provider, for: id, context, &turn)
  }

  /// Queries a provider under the next id of the entity, if user verdicts give it several there.
  ///
  /// - Returns: whether it was queried.
  mutating func queryNextAlias(
    _ provider: ProviderID,
    for id: ClientCallID,
    _ context: CallContext,
    _ turn: inout Turn
  ) -> Bool {
    guard let call = calls[id], call.fetch == nil, let entity = call.parameters.id,
      let branch = call.gathering.branches[provider], let last = branch.subject.id,
      let descriptor = context.directory.session(of: provider)
    else { return false }
    let replied = branch.subject.repliedIDs + [last]
    let index = context.index
    let candidates = index.resolver.idsByVerdict(of: replied).filter { alias in
      alias.namespace == last.namespace && !replied.contains(alias)
        && descriptor.understands(alias, as: entity.kind)
    }
    guard !candidates.isEmpty, replied.count < ClientCalls.maxAliases else { return false }
    // All records are reviewed for these, so that is only done if there is a candidate.
    let known = index.knownIDs(of: entity, at: provider, in: call.records, now: turn.now)
    guard known.all.contains(where: candidates.contains) else { return false }
    calls[id]?.gathering.branches[provider]?.subject
      .selectNext(after: replied, records: branch.items.records)
    calls[id]?.gathering.branches[provider]?.state = .new
    advance(provider, for: id, context, &turn)
    return true
  }
}

extension Descriptor {
  /// Whether the provider can be queried for an entity of that kind under the id.
  func understands(_ id: EntityID, as kind: EntityKind?) -> Bool {
    id.kind == kind && understands(id)
  }
}
