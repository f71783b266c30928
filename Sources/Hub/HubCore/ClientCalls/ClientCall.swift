import BusProtocol
import EntityResolution
import MusicModel

/// A call of a client that providers serve: one value, from its start to its reply.
///
///     start ─► asking ⇄ (a branch per provider: see `FanOutBranch`)
///                │ all branches have ended, or the soft deadline has passed and there are records, or the deadline has passed;
///                │ not before favourite marks are known, unless the deadline has passed
///                ├─► asking again: the page is not full, or several artists have one name
///                ▼
///              merged ─► ended: the page, or an error
///                └─────► fetching ─► ended: a file, or an error
///
/// `step` takes what happens, and returns what is to be done. It changes nothing else, and knows the rest of the hub only as `World`.
struct ClientCall: Sendable {
  enum Phase: Sendable {
    /// Records are gathered. → merged, fetching, ended
    case asking
    /// The records are merged; the hub stores them. → fetching, ended
    case merged(FoundEntities, [SourceReport], isWhole: Bool)
    /// A file is fetched. → ended
    case fetching(MediaFetch)
    case ended
  }

  let id: ClientCallID
  var request: ClientRequest
  /// The time at which it began, in milliseconds since 1970, if known.
  let unixMs: Int?
  var phase = Phase.asking
  var gathering: Gathering
  /// What the client has.
  var reply: ClientReply
  /// Whether the client's page may differ from what is gathered.
  var isPageOutdated = false
  /// The number of questions that it has asked providers.
  private var questionCount = 0
  /// If the client streams, the refusals that it does not know yet, after which sources are called again.
  var refusals: [SourceReport] = []
  /// What is to be done after the current step.
  var steps: [Step] = []

  init(_ id: ClientCallID, _ request: ClientRequest, unixMs: Int?) {
    self.id = id
    self.request = request
    self.unixMs = unixMs
    gathering = Gathering(request)
    reply = ClientReply(
      to: request.origin.id,
      isStreamed: request.parameters.stream == true && request.isList
    )
  }

  var origin: CallOrigin { request.origin }
  var spec: MethodSpec { request.spec }
  var parameters: CallParameters { request.parameters }
  var deadlines: CallDeadlines { request.deadlines }
}

/// What happens to a call, and what it wants done.
extension ClientCall {
  enum Input: Sendable {
    /// It begins, with a branch for each of these providers.
    case start([ProviderID])
    /// A lane has something to tell about its question.
    case news(LaneNews, of: ProviderID, for: Waiter)
    /// The library has replied.
    case library([LibraryRecord])
    /// The id under which a provider knows its entity is stored.
    case linked(ProviderID)
    /// A provider serves now, or will not.
    case serves(ProviderID)
    /// A provider was removed.
    case gone(ProviderID)
    /// Its merged records are stored.
    case stored
    /// A time has come for which it waits, or favourite marks are known.
    case time
    /// All messages that have arrived are handled: its page is to be sent, if it has changed.
    case page
    /// It ends with an error; its client may have cancelled it.
    case fail(Failure)
    /// It ends with an error, as all do.
    case hubStops(Failure)
    /// Its client has left.
    case left
  }

  enum Step: Sendable {
    case ask(ProviderQuery, Waiter)
    /// It does not wait for a reply any more, which may be kept.
    case leave(WaiterID, at: ProviderID, keepsReply: Bool)
    /// A provider did not reply to a call in time that was sent to it.
    case late(ProviderID)
    case searchLibrary(LibraryQuery)
    /// A search at a provider found the id of an entity, or `nil`: store it, and continue.
    case link(EntityID?, of: EntityID, at: ProviderID)
    /// Store entities; these providers sent all that they know of them.
    case store([MergedEntity], complete: Set<ProviderID>)
    /// Store what the call has found, and continue.
    case found([MergedEntity], complete: Set<ProviderID>, [SourceReport])
    /// Keep the result for equal calls and later pages.
    case keep(ListResult, freshMs: [Int], isWhole: Bool)
    case noteSearch(ListResult)
    case send(ReplyMessages)
    /// A part of a call tells it what it has.
    case tell(PartNews, CallPart)
    /// The call has ended; without a reply if its client has left.
    case end(ReplyMessages?)
    /// The call has ended with an entity that becomes a favourite.
    case favorite(Entity, [SourceReport])
    /// Its client has left, and it continues as a call of the hub.
    case detached(from: CallOrigin)
  }

  /// What a call knows of the rest of the hub. It is lent for one step.
  struct World {
    let now: Instant
    /// The time in milliseconds since 1970, if known.
    let unixMs: Int?
    let settings: HubSettings
    let directory: ProviderDirectory
    let index: EntityIndex
    let lanes: Lanes
    let favorites: Favorites

    var marks: EntityMarks {
      EntityMarks(
        favorites: favorites,
        index: index,
        ownedNamespaces: directory.ownedNamespaces,
        players: directory.players
      )
    }
  }

  /// Takes one thing that happens.
  ///
  /// - Returns: what is to be done, in order.
  mutating func step(_ input: Input, _ world: World) -> [Step] {
    if case .ended = phase { return [] }
    take(input, world)
    endWaits(world)
    completeIfReady(world)
    if case .page = input { sendPage(world) }
    defer { steps = [] }
    return steps
  }

  private mutating func take(_ input: Input, _ world: World) {
    switch input {
    case .start(let providers): start(providers, world)
    case .news(let news, let provider, let waiter): take(news, of: provider, for: waiter, world)
    case .library(let records): endLibraryLookup(records, world)
    case .linked(let provider): advance(provider, world)
    case .serves(let provider):
      if gathering.branches[provider]?.isStarting == true { advance(provider, world) }
      if fetch?.awaited?.location.provider == provider { fetchNext(world) }
    case .gone(let provider): _ = endStopped(provider, world)
    case .stored: replyWithStored(world)
    case .time, .page: break
    case .fail(let failure):
      abandon(world)
      end(failure, world)
    case .hubStops(let failure): end(failure, world)
    case .left: clientLeft(world)
    }
  }

  private mutating func start(_ providers: [ProviderID], _ world: World) {
    if beginFetchOfKnown(world) { return }
    let providers = providersWithFile(providers, world)
    guard !providers.isEmpty else {
      let text = "\"\(request.providerMethod)\" is not served by any provider."
      return end(Failure(.noProvider, text), world)
    }
    for provider in providers where gathering.branches[provider] == nil {
      gathering.branches[provider] = FanOutBranch(begun: world.now)
    }
    if let query = libraryQuery(world) {
      let isOnlySource = parameters.cache == .only
      gathering.library = LibraryBranch(
        isOnlySource: isOnlySource,
        ids: query.ids,
        begun: world.now,
        until: world.now + world.settings.offlineLookupMs
      )
      steps.append(.searchLibrary(query))
    }
    for provider in providers { advance(provider, world) }
  }

  /// Ends what has waited long enough.
  private mutating func endWaits(_ world: World) {
    let late = gathering.branches.filter { _, branch in
      if case .starting(let until) = branch.state { until <= world.now } else { false }
    }
    for provider in late.keys.sorted() { endStarting(provider, world) }
    if let library = gathering.library, library.isAwaited, library.until <= world.now {
      _ = gathering.library?.end([], at: world.now)
    }
    guard let fetch else { return }
    if deadlines.deadline <= world.now { return fetchTimedOut(fetch, world) }
    if let awaited = fetch.awaited, awaited.until <= world.now {
      updateFetch { $0.endWait(retrying: false) }
      fetchNext(world)
    }
  }

  /// The next time for which it waits; `nil` if it has ended.
  func due(after now: Instant) -> Instant? {
    var times = [deadlines.deadline]
    switch phase {
    case .asking:
      times += [deadlines.softDeadline, deadlines.emptyDeadline]
      for branch in gathering.branches.values {
        if case .starting(let until) = branch.state { times.append(until) }
      }
      if let library = gathering.library, library.isAwaited { times.append(library.until) }
    case .fetching(let fetch): times += [fetch.awaited?.until].compactMap(\.self)
    case .merged, .ended: return nil
    }
    return times.filter { $0 > now }.min()
  }

  /// Its client has left. What that wants to keep is kept: a favourite is added without it.
  private mutating func clientLeft(_ world: World) {
    guard spec.result == .favorite else {
      abandon(world)
      phase = .ended
      return steps.append(.end(nil))
    }
    steps.append(.detached(from: origin))
    request.origin = CallOrigin(of: id, method: origin.method, received: origin.received)
  }

  /// Stops waiting. The records so far are stored.
  private mutating func abandon(_ world: World) {
    steps.append(
      .store(merged(by: world.index.resolver, links: .none), complete: completeProviders)
    )
    for (waiter, provider) in waiters { leave(waiter, at: provider) }
  }
}

/// Questions to providers.
extension ClientCall {
  /// What it waits for, and at which provider.
  var waiters: [(id: WaiterID, provider: ProviderID)] {
    let fetching = fetch?.attempt.map { ($0.waiter, $0.location.provider) }
    return gathering.waiters + [fetching].compactMap(\.self)
  }

  func waits(for id: WaiterID) -> Bool {
    gathering.branches.values.contains { $0.waiter == id } || fetch?.attempt?.waiter == id
      || gathering.namesakes?.pending.contains { $0.id == id } == true
  }

  /// Whether it waits for the start of a provider.
  func awaits(_ provider: ProviderID) -> Bool {
    gathering.branches[provider]?.isStarting == true
      || fetch?.awaited?.location.provider == provider
  }

  mutating func ask(
    _ query: ProviderQuery,
    for purpose: Waiter.Purpose,
    until deadline: Instant
  ) -> WaiterID {
    questionCount += 1
    let waiter = WaiterID(call: id, number: questionCount)
    steps.append(
      .ask(
        query,
        Waiter(
          waiter,
          purpose,
          client: origin.client,
          deadline: deadline,
          bypassesCache: parameters.cache == .bypass,
          isBackground: spec.result == .artwork || request.isBackground
        )
      )
    )
    return waiter
  }

  mutating func leave(_ waiter: WaiterID, at provider: ProviderID, keepsReply: Bool = false) {
    steps.append(.leave(waiter, at: provider, keepsReply: keepsReply))
  }
}
