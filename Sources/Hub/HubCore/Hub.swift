import BusProtocol
package import FavoritesModel
import MusicModel

/// HubCore: all that the hub decides — who may speak, whom to ask, what to answer and when. It is
/// pure: events and the time go in, actions come out, and equal events give equal actions. Sockets,
/// processes, files and clocks are the runtime's.
///
/// It owns state machines that do not know each other. `Hub+Routing.swift` hands events to them, and
/// the effects that they post.
package struct Hub: Sendable {
  let settings: HubSettings
  let started: Instant

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
    self.started = now
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
    if let idleMs = settings.idleMs { timers.set(.idle, at: now + idleMs) }
  }

  /// When it wants to be told the time next, at the latest.
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
    saveEntityIndex()
    return turn.takeActions()
  }
}

extension Hub {
  /// The favourites with all changes, those included that are not on the disk yet.
  package var favoritesDocument: FavoritesDocument { favorites.document }

  var now: Instant { turn.now }

  /// The providers as calls see them.
  var directory: ProviderDirectory { supervisor.directory }

  /// Milliseconds since 1970, if known.
  var wallMs: Int? { turn.unixMs }

  var timers: TimerQueue {
    get { turn.timers }
    _modify { yield &turn.timers }
  }

  mutating func act(_ action: Action) { turn.perform(action) }

  mutating func log(_ level: LogLevel, _ text: String) { turn.log(level, text) }

  mutating func nextNumber() -> Int { turn.nextNumber() }
}
