import BusProtocol
import EntityResolution
import MusicModel

/// Branches: under which id a provider is asked. That is the provider's own id of the entity, one that was linked, or, in turn, each that
/// user verdicts say; without one, the entity is searched there by its name, as soon as a source has told that.
extension ClientCall {
  /// Queries under more aliases than this are not made in one call.
  private static let maxAliases = 4
  /// Search hits among which the entity is looked for.
  private static let maxHits = 25

  private mutating func update(_ provider: ProviderID, _ change: (inout FanOutBranch) -> Void) {
    gathering.branches.update(provider, change)
  }

  /// Asks a provider, as far as that is possible now.
  mutating func advance(_ provider: ProviderID, _ world: World) {
    let (directory, index) = (world.directory, world.index)
    guard case .asking = phase, let branch = gathering.branches[provider], branch.canAdvance
    else { return }
    // A provider that does not run may have cached replies.
    let isOffline = world.settings.hasProviderCache && parameters.cache == .only
    let descriptor =
      directory.session(of: provider)
      ?? (isOffline ? directory.descriptor(of: provider) : nil)
    guard let descriptor else { return awaitStart(of: provider, world) }
    guard let entity = parameters.id else { return query(provider, parameters, world) }
    var known = index.knownIDs(of: entity, at: provider, in: records, now: world.now)
    if let favorite = world.favorites.gone(entity) { known.add(favorite.ids, by: index.resolver) }
    let replied = branch.subject.repliedIDs
    let first = known.all.first {
      descriptor.understands($0, as: entity.kind) && !replied.contains($0)
        && (request.parameters.cache == .bypass || !world.favorites.links.hasGone($0))
    }
    // A list continues under the id under which it began.
    guard let native = branch.subject.position != nil ? branch.subject.id : first else {
      return link(entity, knownAs: known.all, at: provider, world)
    }
    var parameters = parameters
    parameters.id = native
    parameters.ids = known.all
    if entity.kind == .artist {
      parameters.artist = searchTerms(of: entity, world)?.text
    }
    let isByFact = known.isByFact(native)
    update(provider) { $0.subject.select(native, isByFact: isByFact) }
    query(provider, parameters, world)
  }

  private mutating func query(
    _ provider: ProviderID,
    _ parameters: CallParameters,
    _ world: World
  ) {
    let method = request.providerMethod
    let query = ProviderQuery(
      provider: provider,
      method: method,
      parameters: parameters.query(
        of: method,
        limit: gathering.depth,
        at: gathering.branches[provider]?.subject.position,
        world.settings
      ),
      cache: self.parameters.cache
    )
    let waiter = ask(query, for: .reply, until: deadlines.deadline)
    update(provider) { $0.ask(.querying(waiter)) }
  }

  /// The time until which the call waits for a provider that is starting: two seconds after its start, or
  /// as long as the caller says that it waits for slow ones. `nil` if it does not wait.
  func startDeadline(of provider: ProviderID, _ world: World) -> Instant? {
    let (now, waitMs) = (world.now, world.settings.startWaitMs)
    let start = world.directory.startDeadline(of: provider, now: now, waitMs: waitMs)
    guard var until = start else { return nil }
    if parameters.waitMs != nil { until = max(until, deadlines.softDeadline) }
    return until > now ? until : nil
  }

  private mutating func awaitStart(of provider: ProviderID, _ world: World) {
    if let until = startDeadline(of: provider, world) {
      update(provider) { $0.state = .starting(until: until) }
    } else if world.directory.lacksConfiguration(provider), parameters.providers == nil {
      // It is not expected to reply, although it was still starting when the call began.
      gathering.branches[provider] = nil
      resumeAwaitingName(world)
    } else if !endStopped(provider, world) {
      endStarting(provider, world)
    }
  }

  /// Ends a branch whose provider does not run, and is not restarted.
  ///
  /// - Returns: whether that is so.
  mutating func endStopped(_ provider: ProviderID, _ world: World) -> Bool {
    guard let reason = world.directory.stopReason(of: provider) else { return false }
    endBranch(provider, .failed, .init(.providerLost, "It is not running: \(reason)."), world)
    return true
  }

  /// Ends a branch whose provider has not started in time.
  mutating func endStarting(_ provider: ProviderID, _ world: World) {
    if let loss = gathering.branches[provider]?.loss {
      return endBranch(provider, .failed, loss, world)
    }
    var error = SourceReport.SourceError(.providerStarting, "It is still starting.")
    error.retryAfterMs = world.directory.restart(of: provider).map { $0 - world.now }
    endBranch(provider, .starting, error, world)
  }

  mutating func endBranch(
    _ provider: ProviderID,
    _ outcome: Outcome,
    _ reason: SourceReport.SourceError?,
    _ world: World
  ) {
    guard gathering.branches[provider]?.hasEnded == false else { return }
    update(provider) { $0.end(outcome, reason, at: world.now) }
    isPageOutdated = true
    resumeAwaitingName(world)
  }

  /// Asks a provider again that was lost, once: queries change nothing.
  mutating func retryOrEnd(
    _ provider: ProviderID,
    _ error: SourceReport.SourceError,
    _ world: World
  ) {
    guard let branch = gathering.branches[provider], !branch.hasEnded else { return }
    guard error.code == .providerLost, branch.loss == nil else {
      return endBranch(provider, Outcome(of: error.code), error, world)
    }
    update(provider) { ($0.loss, $0.state) = (error, .new) }
    advance(provider, world)
  }

  /// Asks a provider for the next id of the entity, if user verdicts give it several there.
  ///
  /// - Returns: whether it is asked.
  mutating func queryNextAlias(_ provider: ProviderID, _ world: World) -> Bool {
    guard case .asking = phase, let entity = parameters.id,
      let branch = gathering.branches[provider], let last = branch.subject.id,
      let descriptor = world.directory.session(of: provider)
    else { return false }
    let (index, replied) = (world.index, branch.subject.repliedIDs + [last])
    let candidates = index.resolver.idsByVerdict(of: replied).filter { alias in
      alias.namespace == last.namespace && !replied.contains(alias)
        && descriptor.understands(alias, as: entity.kind)
    }
    guard !candidates.isEmpty, replied.count < ClientCall.maxAliases else { return false }
    // All records are reviewed for these, so that is only done if there is a candidate.
    let known = index.knownIDs(of: entity, at: provider, in: records, now: world.now)
    guard known.all.contains(where: candidates.contains) else { return false }
    update(provider) { $0.continueWithNextID(after: replied) }
    advance(provider, world)
    return true
  }
}

/// Linking: finds the entity by name at a provider that does not know its id, and matches it.
extension ClientCall {
  private mutating func link(
    _ entity: EntityID,
    knownAs aliases: [EntityID],
    at provider: ProviderID,
    _ world: World
  ) {
    let (index, now) = (world.index, world.now)
    guard let kind = entity.kind, let search = Methods.search(kind),
      world.directory.serves(provider, search),
      !aliases.contains(where: { index.isNotLinked($0, at: provider, now: now) })
    else { return endBranch(provider, .notLinked, nil, world) }
    guard let terms = searchTerms(of: entity, world) else {
      update(provider) { $0.state = .awaitingName }
      // There may be no other branch that could name it.
      return resumeAwaitingName(world)
    }
    let query = ProviderQuery(
      provider: provider,
      method: search,
      parameters: terms.search(like: parameters)
        .query(of: search, limit: ClientCall.maxHits, world.settings),
      cache: parameters.cache
    )
    let until = now + max(1, deadlines.left(at: now) / 3)
    let waiter = ask(query, for: .linking(entity, as: terms), until: until)
    update(provider) { $0.ask(.linking(waiter)) }
  }

  /// The search terms of its entity, from the entity index or from its own records; of a favourite that has gone, as it was.
  func searchTerms(of id: EntityID, _ world: World) -> SearchTerms? {
    let branches = gathering.sortedBranches
    return world.index.searchTerms(
      of: id,
      or: branches.compactMap(\.branch.subject.id),
      in: branches.flatMap { $0.branch.items.records.map(\.entity) }
    ) ?? world.favorites.gone(id).map { SearchTerms($0) }
  }

  /// Resumes the branches that wait for a name, or ends them if no other branch can supply it.
  ///
  /// Branches without a link resume if a reply contains the id.
  mutating func resumeAwaitingName(_ world: World) {
    guard let entity = parameters.id else { return }
    for provider in providersWithNewID(world) {
      // Whatever the search for it finds.
      if let waiter = gathering.branches[provider]?.waiter { leave(waiter, at: provider) }
      update(provider) { $0.state = .new }
      advance(provider, world)
    }
    let branches = gathering.branches
    let waiting = branches.filter(\.value.isAwaitingName).keys.sorted()
    guard !waiting.isEmpty else { return }
    if searchTerms(of: entity, world) != nil {
      for provider in waiting { advance(provider, world) }
    } else if branches.values.allSatisfy({ $0.hasEnded || $0.isAwaitingName }) {
      for provider in waiting { endBranch(provider, .notLinked, nil, world) }
    }
  }

  /// The providers without a link whose id another provider's reply contains.
  private func providersWithNewID(_ world: World) -> [ProviderID] {
    guard let entity = parameters.id else { return [] }
    let records = records
    return gathering.sortedBranches.filter(\.branch.isUnlinked).map(\.provider).filter { provider in
      guard let descriptor = world.directory.descriptor(of: provider) else { return false }
      let understands = { descriptor.understands($0, as: entity.kind) }
      // Most lists contain entities of another kind.
      let mayContain = records.contains { record in
        record.entity.kind == entity.kind && record.entity.ids.contains(where: understands)
      }
      return mayContain
        && world.index.knownIDs(of: entity, at: provider, in: records, now: world.now).all
          .contains(where: understands)
    }
  }

  /// A search for the entity has ended. What it found is stored; then the call continues.
  mutating func linkSearchEnded(
    _ reply: ProviderReply,
    _ entity: EntityID,
    _ terms: SearchTerms,
    _ world: World
  ) {
    let provider = reply.provider
    let descriptor = world.directory.descriptor(of: provider)
    var reply = reply
    // It was asked for already.
    reply.removeRecords { $0.entity.ids.contains(where: world.favorites.links.hasGone) }
    var evidence = records
    if let library = LibraryBranch.id, let favorite = world.favorites.gone(entity) {
      evidence.append(SourceRecord(provider: library, entity: favorite))
    }
    let native = world.index.match(reply, of: descriptor, to: entity, terms, in: evidence)
    steps.append(.link(native, of: entity, at: provider))
    if native == nil {
      endBranch(provider, .notLinked, nil, world)
    } else {
      update(provider) { $0.state = .new }
    }
  }
}

extension Descriptor {
  /// Whether the provider can be queried for an entity of that kind under the id.
  func understands(_ id: EntityID, as kind: EntityKind?) -> Bool {
    id.kind == kind && understands(id)
  }
}
