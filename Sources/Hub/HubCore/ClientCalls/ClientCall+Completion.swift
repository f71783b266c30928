import BusProtocol
import EntityResolution
import MusicModel

/// Completion: the call stops waiting, its records are merged, and its page is sent.
extension ClientCall {
  /// The records so far.
  var records: [SourceRecord] { gathering.records(fetchedAt: unixMs) }

  /// Whether no better result is waited for. Replies wait for favourite marks, but not beyond the deadline.
  private func isComplete(_ world: World) -> Bool {
    let now = world.now
    if world.favorites.awaitsMarks(at: now), now < deadlines.deadline { return false }
    if gathering.hasEnded || now >= deadlines.emptyDeadline { return true }
    return gathering.hasRecords
      && (now >= deadlines.softDeadline || gathering.hasEnded { world.lanes[$0].isLate })
  }

  /// Merges the records if no better result is waited for.
  mutating func completeIfReady(_ world: World) {
    guard case .asking = phase else { return }
    while isComplete(world) {
      // Lists are continued, and artists of one name looked up, before the call is complete.
      let mayContinue = mayContinueLists(at: world.now) || mayHaveNamesakes(at: world.now)
      let first = mayContinue ? found(world) : nil
      if let first, continueLists(among: first.list, world) { continue }
      if let first, lookUpNamesakes(among: first.list, world) { continue }
      return merge(first, world)
    }
  }

  /// Whether providers may have more for its page.
  private func mayContinueLists(at now: Instant) -> Bool {
    request.isList && gathering.hasEnded && now < deadlines.deadline
      && gathering.branches.values.contains { $0.items.next != nil }
  }

  /// Asks the providers that have more, if the page of `list` is not full yet. A page with results waits no longer than the soft deadline.
  ///
  /// - Returns: whether a provider is asked.
  private mutating func continueLists(among list: [Entity], _ world: World) -> Bool {
    guard mayContinueLists(at: world.now), list.count < request.offset + request.pageLength,
      world.now < deadlines.softDeadline || list.count <= request.offset
    else { return false }
    let providers = gathering.continueLists()
    for provider in providers { advance(provider, world) }
    return !providers.isEmpty
  }

  /// Merges all records: branches in flight are cut off, and retained records are added.
  private mutating func merge(_ first: FoundEntities?, _ world: World) {
    let early = records
    let isWhole = gathering.namesakes?.isAwaited != true
    cutOff(world)
    addRetained(from: world.index, unixMs: world.unixMs)
    let found = first.flatMap { early == records ? $0 : nil } ?? found(world)
    let sources = reports(world)
    phase = .merged(found, sources, isWhole: isWhole)
    steps.append(.found(found.merged, complete: completeProviders, sources))
  }

  /// Ends the branches in flight.
  private mutating func cutOff(_ world: World) {
    let isExpired = world.now >= deadlines.deadline
    func pending(_ waiter: WaiterID, _ provider: ProviderID) -> PendingProviderCall? {
      world.lanes.pending(waiter, at: provider, world.now)
    }
    for (provider, branch) in gathering.sortedBranches where !branch.hasEnded {
      let call = branch.waiter.flatMap { pending($0, provider) }
      let (outcome, reason) = branch.cutOffOutcome(call, isExpired: isExpired)
      if call?.isSent == true { steps.append(.late(provider)) }
      if let waiter = branch.waiter {
        // A call that was not sent yet is sent only if it delays no other.
        leave(waiter, at: provider, keepsReply: !isExpired && call?.mayContinue == true)
      }
      gathering.branches[provider]?.end(outcome, reason, at: world.now)
    }
    for (waiter, provider) in gathering.namesakes?.pending ?? [] {
      let mayContinue = pending(waiter, provider)?.mayContinue == true
      leave(waiter, at: provider, keepsReply: !isExpired && mayContinue)
    }
    gathering.namesakes?.pending = []
  }

  /// The outcome of each provider.
  private func reports(_ world: World) -> [SourceReport] {
    let library = gathering.library?
      .report(gathering.shownLibraryRecords, at: world.now, unixMs: unixMs)
    let sources = gathering.sortedBranches.map { provider, branch in
      let attribution = world.directory.descriptor(of: provider)?.attribution.text
      var report = branch.report(for: provider, attribution: attribution, at: world.now)
      if request.isList,
        let limit = gathering.unreachableLimit(of: branch, request, world.settings)
      {
        report.notes =
          (report.notes ?? []) + ["It lists no more than \(limit); there may be others."]
      }
      return gathering.library?.isSufficient == true ? report.ignoringCacheMiss : report
    }
    return sources + [library].compactMap(\.self)
  }

  /// The entities that its records are merged into.
  private func found(_ world: World) -> FoundEntities {
    found(
      by: world.index,
      links: knownLinks(world),
      knowing: world.index.witnesses(of: records),
      marks: world.marks
    )
  }

  /// Which records of a list are known to be of one entity: from earlier calls, or because they are one favourite.
  private func knownLinks(_ world: World) -> KnownLinks {
    guard appliesLinks else { return .none }
    let records = records
    var links = world.index.links(of: records)
    links.addFavorites(of: records, world.favorites.ids)
    return links
  }
}

/// Replies to the client.
extension ClientCall {
  /// Replies with what was merged and stored, or begins the download of its file.
  mutating func replyWithStored(_ world: World) {
    guard case .merged(let found, let sources, let isWhole) = phase else { return }
    let builder = ReplyBuilder(call: self, found: found, sources: sources)
    switch builder.result(world.settings, world.index) {
    case .list(let result):
      steps.append(.noteSearch(result))
      end(with: result, isWhole: isWhole, world)
    case .single(let result): end(with: result, isWhole: isWhole, world)
    case .file(let entity): beginFetch(entity, sources, world)
    case .explanation(let entity):
      let done = ExplanationBuilder(call: self, index: world.index, unixMs: world.unixMs)
        .done(entity, sources, marked: world.marks.marked)
      guard let done else { return end(builder.notFound, world) }
      let settings = world.settings
      end(ReplyMessages(to: origin.id, shortened(done, settings), settings))
    case .favorite(let entity):
      phase = .ended
      steps.append(.favorite(entity, sources))
    case .failed(let failure): end(failure, world)
    }
  }

  private mutating func end(with result: ListResult, isWhole: Bool, _ world: World) {
    // A report is more than its list.
    if spec.result != .report {
      let method = request.providerMethod
      let freshMs = result.sources.map { source in
        let declared = world.directory.freshMs(of: source.provider, method)
        let ofMethod = world.settings.freshMs[method] ?? declared ?? 0
        return min(ofMethod, gathering.branches[source.provider]?.items.freshMs ?? .max)
      }
      steps.append(.keep(result, freshMs: freshMs, isWhole: isWhole))
    }
    guard let parent = request.parent else { return end(page(of: result, world)) }
    phase = .ended
    steps.append(.tell(news(of: result, world), parent))
  }

  /// What a part tells its call of a result.
  func news(of result: ListResult, _ world: World) -> PartNews {
    .ended(result.page(of: request).map(world.marks.marked), result.done(of: self, world))
  }

  /// The messages with its page of a result.
  func page(of result: ListResult, _ world: World) -> ReplyMessages {
    let page = result.page(of: request).map(world.marks.marked)
    return reply.end(
      page,
      result.done(of: self, world),
      world.settings,
      largestSource: largestSource
    )
  }

  mutating func end(_ failure: Failure, _ world: World) {
    var failure = failure
    failure.noNetwork = failure.sources.flatMap(world.directory.lacksNetwork)
    if let parent = request.parent {
      phase = .ended
      return steps.append(.tell(.failed(failure), parent))
    }
    end(reply.end(failure, world.settings))
  }

  mutating func end(_ reply: ReplyMessages) {
    phase = .ended
    steps.append(.end(reply))
  }

  /// Whether its client streams, and may not know all yet.
  var hasNewPage: Bool {
    guard case .asking = phase else { return false }
    return reply.isStreamed && isPageOutdated
  }

  /// Sends what a client that streams does not know yet: refusals, and the changes of its page. Replies that arrive together are merged
  /// once.
  mutating func sendPage(_ world: World) {
    guard hasNewPage else { return }
    isPageOutdated = false
    let refusals = self.refusals
    self.refusals = []
    if let parent = request.parent {
      return steps.append(.tell(.soFar(pageSoFar(world), refusals), parent))
    }
    let (page, settings) = (pageSoFar(world), world.settings)
    if let messages = reply.show(page, refusals, settings, largestSource: largestSource) {
      steps.append(.send(messages))
    }
  }

  private func pageSoFar(_ world: World) -> [Entity] {
    guard !records.isEmpty else { return [] }
    return found(world).list.dropFirst(request.offset).prefix(request.pageLength)
      .map(world.marks.marked)
  }
}
