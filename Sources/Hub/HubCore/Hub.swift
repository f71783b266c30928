import BusProtocol
package import FavoritesModel
import MusicModel

/// HubCore: all that the hub decides — who may speak, whom to ask, what to answer and when. It is
/// pure: events and the time go in, actions come out, and equal events give equal actions. Sockets,
/// processes, files and clocks are the runtime's.
///
/// The hub keeps four things: the sessions of clients, a slot for each provider that was found, the
/// calls of clients, and the questions that it asks providers to answer those calls. Each event
/// changes them in one place (`Hub+….swift`) and leaves actions behind.
package struct Hub: Sendable {
  let settings: HubSettings
  /// Makes session names that no earlier hub has given out.
  let bootID: String
  let started: Instant

  var turn: Turn
  var life = Life.running
  var clients: [Peer: ClientSession] = [:]
  var providers: [ProviderID: ProviderSlot] = [:]
  /// The providers that have a session, by their connection.
  var providersByPeer: [Peer: ProviderID] = [:]
  var calls: [ClientCallID: ClientCall] = [:]
  var providerCalls: ProviderCalls
  var waiters: [WaiterID: CallWaiter] = [:]
  var waiterCount = 0
  var favorites: Favorites
  var pendingReplies = PendingReplies()
  var watchers: Watchers
  var entityIndex: EntityIndex
  var replyCaches: ReplyCaches
  /// The manifests that were passed over when they were last looked for.
  var manifestProblems: [ManifestProblem] = []
  var manifestCommands = ManifestCommands()
  /// The providers that are on their way out.
  var departing: Set<ProviderID> = []
  var farewells = ByeRateLimiter()
  var formerSessions = ClosedSessions()
  var refusals = LogRateLimiter()
  var jitter: Jitter

  enum Life: Hashable, Sendable {
    case running
    case stopping
    case finished
  }

  package init(settings: HubSettings, bootID: String, now: Instant) {
    self.settings = settings
    self.bootID = bootID
    self.started = now
    turn = Turn(now: now)
    watchers = Watchers(settings, now: now)
    providerCalls = ProviderCalls(settings: settings)
    jitter = Jitter(seed: bootID)
    favorites = Favorites(settings, bootID: bootID)
    entityIndex = EntityIndex(settings)
    replyCaches = ReplyCaches(settings)
    if let policy = settings.policy { entityIndex.readPolicy(policy, &turn) }
    timers.set(.liveness, at: now + livenessStepMs)
    if let idleMs = settings.idleMs { timers.set(.idle, at: now + idleMs) }
  }

  /// When it wants to be told the time next, at the latest.
  package var nextDeadline: Instant? { life == .finished ? nil : timers.next }

  /// Handles one event and returns the actions to perform.
  package mutating func handle(_ event: Event, at time: Instant) -> [Action] {
    guard life != .finished else { return [] }
    let expected = timers.next
    turn.begin(at: time)
    if let expected { noteStall(since: expected) }
    route(event)
    performEffects()
    let isTick = if case .tick = event { true } else { false }
    let hasChanged = fireTimers(isTick: isTick)
    if !departing.isEmpty { letDepart() }
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
  var directory: ProviderDirectory { ProviderDirectory(providers) }

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
