import BusProtocol
package import FavoritesModel
import MusicModel

/// HubCore: admission of peers, fan-out of calls, and replies.
///
/// It is pure: events and the time are its input, actions its output, and equal events give equal
/// actions. The runtime owns sockets, processes, files and clocks.
///
/// It owns state machines that do not know each other. `Hub+Routing.swift` hands events to them, and does what they want.
package struct Hub: Sendable {
  let settings: HubSettings

  var turn: Turn
  var life = Life.running
  var sessions: Sessions
  var supervisor: Supervisor
  var clientCalls = ClientCalls()
  /// The calls of clients that are carried out by several others.
  var composites = CompositeCalls()
  var imports = Imports()
  var lanes: Lanes
  var favorites: Favorites
  var operations = Operations()
  var watchers: Watchers
  var entityIndex: EntityIndex
  var lists: ListCache
  /// Which states of calls and of their branches followed on which; `nil` if that is not recorded.
  package var transitions: Set<Transition>?

  enum Life: Hashable, Sendable {
    case running
    case stopping
    case finished
  }

  package init(settings: HubSettings, bootID: String, now: Instant) {
    self.settings = settings
    turn = Turn(now: now, maxWork: settings.maxWork)
    sessions = Sessions(settings, bootID: bootID)
    supervisor = Supervisor(settings, bootID: bootID)
    watchers = Watchers(settings, now: now)
    lanes = Lanes(settings: settings)
    favorites = Favorites(settings, bootID: bootID)
    entityIndex = EntityIndex(settings)
    lists = ListCache(settings)
    if let policy = settings.policy { entityIndex.readPolicy(policy, &turn) }
    if settings.storesBudgets { lanes.budgets.awaitStored(&turn) }
    if settings.checksReleases { favorites.releases.scheduleCheck(after: Releases.tickMs, &turn) }
    if let idleMs = settings.idleMs { turn.timers.set(.idle, at: now + idleMs) }
  }

  /// The latest time for the next tick.
  package var nextDeadline: Instant? {
    guard life != .finished else { return nil }
    return turn.isIdle ? turn.timers.next : turn.now
  }

  /// Handles one event and returns the actions to perform.
  package mutating func handle(_ event: Event, at time: Instant) -> [Action] {
    guard life != .finished else { return [] }
    let expected = turn.timers.next
    turn.begin(at: time)
    if let expected { sessions.compensateForStall(since: expected, &turn) }
    route(event)
    finishWork()
    let isTick = if case .tick = event { true } else { false }
    let hasChanged = fireTimers(isTick: isTick)
    completeDrains()
    completeFavorites()
    finishWork()
    if hasChanged { watchers.scheduleUpdate(&turn) }
    favorites.releases.checkSoon(afterChangeTo: favorites.revision, &turn)
    entityIndex.saveChanges(&turn)
    lanes.budgets.storeChanges(&turn)
    favorites.releases.saveChanges(&turn)
    favorites.links.saveChanges(&turn)
    // What this turn has changed is stored before the end.
    if life == .finished { turn.perform(.finished) }
    return turn.takeActions()
  }
}

/// The state of the hub.
extension Hub {
  /// The number of favourites that are completed at the same time. Up to 1,024 others wait; more than that stay
  /// as they are known until a reply contains them.
  package static let maxCompletions = 4

  /// Normalizes names of favourites for comparison; all readers of the file use it.
  package static let foldedName: @Sendable (String) -> String = Favorites.foldedName

  /// The favourites with all changes, those included that are not durable yet.
  package var favoritesDocument: FavoritesDocument { favorites.document }

  /// The calls in flight, without the parts of others, and without the look-ups of an import.
  var callCount: Int {
    clientCalls.count - composites.partCount - imports.lookUpCount + composites.count
  }

  package var load: InFlightCounts {
    var load = InFlightCounts()
    load.clients = sessions.clients.count
    load.ownCalls = clientCalls[.hub].count
    load.calls = callCount - load.ownCalls
    load.watches = watchers.count
    lanes.addCounts(to: &load)
    load.librarySearches = clientCalls.all.count {
      $0.gathering.library?.isAwaited == true
    }
    load.awaitsMarks = favorites.awaitsMarks(at: turn.now)
    load.timers = turn.timers.count(where: \.isOfCall)
    return load
  }

  package var holdings: CacheSizes {
    CacheSizes(
      lists: lists.count,
      listedEntities: lists.entityCount,
      entities: entityIndex.entityCount,
      links: entityIndex.linkCount,
      pendingVerdicts: operations.count(.verdicts)
    )
  }

  var now: Instant { turn.now }

  /// The providers as calls see them.
  var directory: ProviderDirectory { supervisor.directory }

  func status(of id: ProviderID) -> ProviderStatus? {
    guard let provider = supervisor.providers[id] else { return nil }
    var status = provider.status
    let upstreams = provider.descriptor?.budgets.keys.sorted() ?? []
    lanes.addFigures(to: &status, upstreams: upstreams, turn.now)
    return status
  }

  var providerStatuses: [ProviderStatus] {
    supervisor.ids.compactMap { status(of: $0) }
  }

  var status: HubStatus {
    HubStatus(
      version: settings.version,
      pid: settings.pid,
      uptimeMs: turn.now - watchers.started,
      clients: sessions.clients.count,
      inflight: callCount,
      calls: watchers.counters.calls
    )
  }

  var metrics: HubMetrics {
    HubMetrics(
      now: turn.now,
      uptimeMs: turn.now - watchers.started,
      clientCount: sessions.clients.count,
      callCount: callCount,
      watchers: watchers,
      supervisor: supervisor,
      lanes: lanes,
      lists: lists,
      favorites: favorites
    )
  }
}

/// The end of the hub.
extension Hub {
  static let stopText = "The hub is stopping."
  /// Extra time for the slowest provider to exit, in milliseconds.
  private static let stopMarginMs = 1_000

  mutating func stop(because reason: String) {
    guard life == .running else { return }
    turn.log(.info, "The hub stops: \(reason).")
    life = .stopping
    turn.timers.set(.shutdown, at: turn.now + settings.stopGraceMs + Hub.stopMarginMs)
    let failure = Failure(.hubStopping, Hub.stopText)
    // What providers work on is not cancelled first: they end.
    lanes.stop()
    for id in composites.ids { endComposite(id, failure) }
    dropImport()
    stepAll(.hubStops(failure))
    finishWork()
    for (id, _) in watchers.watches { endWatch(id, failure) }
    rejectOperations(failure)
    entityIndex.stop()
    // Replies leave before the sessions end.
    finishWork()
    let bye = Bye(code: .hubStopping, message: Hub.stopText)
    sessions.closeClientSessions(bye, &turn)
    for id in supervisor.ids { sessions.closeSession(of: id, bye, &turn) }
    perform(supervisor.stop(&turn))
    finishStopIfNothingRuns()
  }

  mutating func finishStopIfNothingRuns() {
    guard life == .stopping, supervisor.running.isEmpty else { return }
    life = .finished
  }

  mutating func shutdownTimedOut() {
    guard life == .stopping else { return }
    let left = supervisor.running.map(\.rawValue).joined(separator: ", ")
    turn.log(.error, "Providers still running at the shutdown deadline: \(left).")
    life = .finished
  }

  /// Stops a hub that was started for one command and has not been used since.
  mutating func stopIfIdle() {
    guard let idleMs = settings.idleMs, life == .running else { return }
    if callCount == 0, imports.isEmpty, watchers.isEmpty, turn.now - watchers.lastUsed >= idleMs {
      stop(because: "it was idle for \(idleMs / 60_000) minutes")
    } else {
      turn.timers.set(.idle, at: max(turn.now + 1000, watchers.lastUsed + idleMs))
    }
  }
}

/// Couplings between the machines of the hub. The simulator checks them after each turn.
extension Hub {
  /// Returns the first broken coupling, or `nil`.
  package func checkInvariants() -> String? {
    if !turn.isIdle { return "Work was not done." }
    return sessions.checkInvariants() ?? supervisor.checkInvariants(turn) ?? brokenSession
      ?? lanes.checkInvariants(turn) ?? clientCalls.checkInvariants(turn)
      ?? composites.checkInvariants(clientCalls, imports.run?.id)
      ?? imports.checkInvariants(clientCalls)
      ?? brokenWaiter
  }

  /// A session that only one of the two machines knows, if there is one.
  private var brokenSession: String? {
    for id in sessions.providers.keys where supervisor.providers[id]?.isReady != true {
      return "Provider \(id) has a session and is not ready."
    }
    for (id, provider) in supervisor.providers
    where provider.isReady && sessions.providers[id] == nil {
      return "Provider \(id) is ready without a session."
    }
    return nil
  }

  /// A call that waits for a reply that no lane expects, or the reverse, if there is one.
  private var brokenWaiter: String? {
    for call in clientCalls.all {
      for (id, provider) in call.waiters where lanes[provider].call(of: id) == nil {
        return "Call \(call.id.number) waits for no call to \(provider)."
      }
    }
    for (provider, lane) in lanes.lanes {
      for waiter in lane.calls.values.flatMap(\.waiters) {
        if let id = waiter.id, clientCalls[id.call]?.waits(for: id) != true {
          return "A call to \(provider) has a waiter that does not wait."
        }
      }
    }
    return nil
  }
}
