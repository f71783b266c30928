import BusProtocol
package import FavoritesModel
import MusicModel

/// HubCore: admission of peers, fan-out of calls, and replies.
///
/// It is pure: events and the time are its input, actions its output, and equal events give equal
/// actions. The runtime owns sockets, processes, files and clocks.
///
/// It owns state machines that do not know each other. `Hub+Routing.swift` hands events to them,
/// and the effects that they post.
package struct Hub: Sendable {
  let settings: HubSettings

  var turn: Turn
  var life = Life.running
  var sessions: Sessions
  var supervisor: Supervisor
  var clientCalls: ClientCalls
  var providerCalls: ProviderCalls
  var favorites: Favorites
  var pendingReplies = PendingReplies()
  var watchers: Watchers
  var entityIndex: EntityIndex
  var replyCaches: ReplyCaches

  enum Life: Hashable, Sendable {
    case running
    case stopping
    case finished
  }

  package init(settings: HubSettings, bootID: String, now: Instant) {
    self.settings = settings
    turn = Turn(now: now)
    sessions = Sessions(settings, bootID: bootID)
    supervisor = Supervisor(settings, bootID: bootID)
    watchers = Watchers(settings, now: now)
    clientCalls = ClientCalls(settings)
    providerCalls = ProviderCalls(settings: settings)
    favorites = Favorites(settings, bootID: bootID)
    entityIndex = EntityIndex(settings)
    replyCaches = ReplyCaches(settings)
    if let policy = settings.policy { entityIndex.readPolicy(policy, &turn) }
    sessions.start(&turn)
    providerCalls.awaitBudgets(&turn)
    if let idleMs = settings.idleMs { timers.set(.idle, at: now + idleMs) }
  }

  /// The latest time by which the hub must be given the time again.
  package var nextDeadline: Instant? { life == .finished ? nil : timers.next }

  /// Handles one event and returns the actions to perform.
  package mutating func handle(_ event: Event, at time: Instant) -> [Action] {
    guard life != .finished else { return [] }
    let expected = timers.next
    turn.begin(at: time)
    if let expected { sessions.compensateForStall(since: expected, &turn) }
    route(event)
    performEffects()
    let isTick = if case .tick = event { true } else { false }
    let hasChanged = fireTimers(isTick: isTick)
    if !supervisor.draining.isEmpty { completeDrains() }
    performEffects()
    if hasChanged { watchers.scheduleUpdate(&turn) }
    entityIndex.saveChanges(&turn)
    providerCalls.budgets.storeChanges(&turn)
    return turn.takeActions()
  }
}

extension Hub {
  /// The favourites with all changes, those included that are not durable yet.
  package var favoritesDocument: FavoritesDocument { favorites.document }

  var now: Instant { turn.now }

  /// The providers as calls see them.
  var directory: ProviderDirectory { supervisor.directory }

  var timers: TimerQueue {
    get { turn.timers }
    _modify { yield &turn.timers }
  }
}

/// Methods of the hub itself.
extension Hub {
  /// Replies to a method of the hub.
  ///
  /// - Returns: whether the method is one of them.
  mutating func handleHubMethod(_ method: Method, id: String, _ peer: Peer) -> Bool {
    var done = Done()
    switch method {
    case .listProviders:
      done.providers = providerStatuses
      if !supervisor.manifestProblems.isEmpty {
        done.notes = supervisor.manifestProblems.map(\.sentence)
      }
    case .hubStatus:
      done.hub = status
      done.providers = providerStatuses
    case .hubMetrics: done.metrics = metrics.all
    case .watchHub:
      beginWatch(as: id, peer)
      return true
    case .stopHub: break
    default: return false
    }
    let sid = sessions.sid(of: peer)
    if !send(Header(type: .done, re: id, sid: sid), done, to: peer) {
      let failure = Failure(.tooLarge, "The reply does not fit into one message.")
      send(Header(type: .error, re: id, sid: sid), failure, to: peer)
    }
    if method == .stopHub { stop(because: "a client requested it") }
    return true
  }

  var providerStatuses: [ProviderStatus] {
    supervisor.slots.keys.sorted().compactMap { status(of: $0) }
  }

  private var metrics: HubMetrics {
    HubMetrics(
      now: turn.now,
      uptimeMs: turn.now - watchers.started,
      clientCount: sessions.clients.count,
      callCount: clientCalls.count,
      watchers: watchers,
      supervisor: supervisor,
      providerCalls: providerCalls,
      replyCaches: replyCaches,
      favorites: favorites
    )
  }

  var status: HubStatus {
    HubStatus(
      version: settings.version,
      pid: settings.pid,
      uptimeMs: turn.now - watchers.started,
      clients: sessions.clients.count,
      inflight: clientCalls.count,
      calls: watchers.counters.calls
    )
  }
}

/// Watches of clients: the state of the hub, then its changes (specification, chapter "Watching the
/// hub").
extension Hub {
  /// Begins a watch: the client gets the full state.
  mutating func beginWatch(as id: String, _ peer: Peer) {
    let key = ClientCallID(number: turn.nextNumber())
    var state = Part()
    state.hub = status
    state.providers = providerStatuses.watched
    let watch = WatchRegistry.Watch(client: peer, call: id)
    watchers.beginWatch(key, watch, status, providerStatuses.watched)
    let header = Header(type: .part, re: id, sid: sessions.sid(of: peer), seq: 0)
    if send(header, state, to: peer) {
      watchers.recordPart(to: key)
    } else {
      endWatch(key, Failure(.tooLarge, "The state of the hub is too large for one message."))
    }
  }

  /// Sends the changes since the last update.
  mutating func notifyWatchers() {
    guard let changes = watchers.drainChanges(to: status, providerStatuses.watched),
      let body = sessions.encode(changes, of: Header(type: .part), &turn)
    else { return }
    for (id, watch) in watchers.watches {
      let sid = sessions.sid(of: watch.client)
      let header = Header(type: .part, re: watch.call, sid: sid, seq: watch.partsSent)
      send(WireMessage(header, body: body), to: watch.client)
      watchers.recordPart(to: id)
    }
  }

  /// Ends a watch with an error.
  ///
  /// - Returns: whether the call was a watch.
  @discardableResult
  mutating func endWatch(_ id: ClientCallID, _ failure: Failure) -> Bool {
    guard let watch = watchers.endWatch(id, turn) else { return false }
    var failure = failure
    failure.parts = watch.partsSent
    let sid = sessions.sid(of: watch.client)
    send(Header(type: .error, re: watch.call, sid: sid), failure, to: watch.client)
    return true
  }
}

/// Couplings between the machines of the hub. The simulator checks them after each turn.
extension Hub {
  /// Returns the first broken coupling, or `nil`.
  package func checkInvariants() -> String? {
    if !turn.isIdle { return "Effects were not delivered." }
    return sessions.checkInvariants() ?? supervisor.checkInvariants(turn) ?? brokenSession
      ?? providerCalls.checkInvariants(turn) ?? clientCalls.checkInvariants(turn.timers)
      ?? brokenWaiter
  }

  /// A session that only one of the two machines knows, if there is one.
  private var brokenSession: String? {
    for id in sessions.providers.keys where supervisor.slots[id]?.isReady != true {
      return "Provider \(id) has a session and is not ready."
    }
    for (id, slot) in supervisor.slots where slot.isReady && sessions.providers[id] == nil {
      return "Provider \(id) is ready without a session."
    }
    return nil
  }

  /// A waiter that only one of the two machines knows, if there is one.
  private var brokenWaiter: String? {
    for id in clientCalls.waiters.keys where providerCalls.callOfWaiter[id] == nil {
      return "Waiter \(id.number) waits for no call to a provider."
    }
    for id in providerCalls.callOfWaiter.keys where clientCalls.waiters[id] == nil {
      return "A call to a provider has the unknown waiter \(id.number)."
    }
    return nil
  }
}
