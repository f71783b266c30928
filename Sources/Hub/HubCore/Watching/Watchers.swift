import BusProtocol
import MusicModel

/// Watches of the hub, and counters of its work.
struct Watchers: Sendable {
  private var registry = WatchRegistry()
  private(set) var metrics = CallMetrics()
  private(set) var counters = Counters()
  let started: Instant
  /// The last time a client used the hub.
  private(set) var lastUsed: Instant
  private let settings: HubSettings

  /// Totals since the hub started.
  struct Counters: Sendable {
    var calls = 0
    /// Messages that no call waits for.
    var lateMessages = 0
    var rejectedMessages = 0
  }

  init(_ settings: HubSettings, now: Instant) {
    self.settings = settings
    started = now
    lastUsed = now
  }

  var isEmpty: Bool { registry.isEmpty }
  var count: Int { registry.count }

  /// The watches, oldest first.
  var watches: [(id: ClientCallID, watch: WatchRegistry.Watch)] {
    registry.watches.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  mutating func recordCall(_ turn: Turn) {
    lastUsed = turn.now
    counters.calls += 1
  }

  mutating func recordLateMessage() { counters.lateMessages += 1 }

  mutating func recordRejectedMessage() { counters.rejectedMessages += 1 }

  mutating func recordEnd(
    of method: Method,
    _ result: CallMetrics.Result,
    elapsedMs: Int,
    _ turn: Turn
  ) {
    lastUsed = turn.now
    metrics.count(method, result)
    metrics.time(method, elapsedMs)
  }

  mutating func record(_ sources: [SourceReport]) { metrics.count(sources) }

  /// Begins a watch with the full state; later updates are changes of it.
  ///
  /// - Returns: the first part of the reply, or an error if that is too large.
  mutating func beginWatch(
    _ id: ClientCallID,
    as call: String,
    of client: Peer,
    _ hub: HubStatus,
    _ providers: [ProviderStatus]
  ) -> ReplyMessages {
    let providers = providers.watched
    var state = Part()
    state.hub = hub
    state.providers = providers
    var reply = ReplyMessages(to: call, settings)
    if reply.add(state) {
      if registry.isEmpty { _ = registry.drainChanges(to: hub, providers) }
      registry.begin(id, WatchRegistry.Watch(client: client, call: call))
    } else {
      reply.fail(Watchers.tooLarge)
    }
    return reply
  }

  private static let tooLarge = Failure(
    .tooLarge,
    "The state of the hub is too large for one message."
  )

  /// Ends a watch with an error; returns `nil` if the call is not one.
  mutating func endWatch(
    _ id: ClientCallID,
    _ failure: Failure,
    _ turn: Turn
  ) -> (client: Peer, reply: ReplyMessages)? {
    guard let watch = registry.end(id) else { return nil }
    lastUsed = turn.now
    var failure = failure
    failure.parts = watch.partsSent
    return (watch.client, ReplyMessages(to: watch.call, failure, settings))
  }

  /// The watch that is a call of a client, or `nil`.
  func watch(_ call: String, of client: Peer) -> ClientCallID? {
    registry.watches.first { $0.value.client == client && $0.value.call == call }?.key
  }

  func count(of client: Peer) -> Int { registry.watches.values.count { $0.client == client } }

  /// Removes the watches of a client that has left.
  mutating func removeWatches(of client: Peer) {
    for (id, watch) in registry.watches where watch.client == client { _ = registry.end(id) }
  }

  /// Adds a change of favourites to the next update.
  mutating func record(_ change: FavoriteEvent) { registry.record(change) }

  /// Adds new albums to the next update.
  mutating func record(_ found: [ReleaseReport]) { registry.record(found) }

  /// Schedules an update; changes until then are part of it.
  mutating func scheduleUpdate(_ turn: inout Turn) {
    guard !registry.isEmpty, !registry.hasScheduledUpdate else { return }
    registry.hasScheduledUpdate = true
    turn.timers.set(.watchers, at: turn.now + settings.watchMs)
  }

  /// The changes since the last update, for each client that watches. Changes that do not fit into a
  /// message end the watch with an error, so that the client begins again with the full state.
  mutating func update(
    to hub: HubStatus,
    _ providers: [ProviderStatus]
  ) -> [(client: Peer, reply: ReplyMessages)] {
    registry.hasScheduledUpdate = false
    guard !registry.isEmpty, let changes = registry.drainChanges(to: hub, providers.watched) else {
      return []
    }
    return watches.map { id, watch in
      var reply = ReplyMessages(to: watch.call, after: watch.partsSent, settings)
      if reply.add(changes) {
        registry.recordPart(to: id)
      } else {
        _ = registry.end(id)
        var failure = Watchers.tooLarge
        failure.parts = watch.partsSent
        reply.fail(failure)
      }
      return (watch.client, reply)
    }
  }
}

/// Calls that watch the hub, and the state last sent to all of them.
///
/// A new watcher gets the full state, so one list of changes is right for all.
struct WatchRegistry: Sendable {
  struct Watch: Sendable {
    let client: Peer
    /// The client's id of the call.
    let call: String
    /// The full state was sent as the first part.
    var partsSent = 1
  }

  /// More changes of favourites are sent as one `many`.
  static let maxFavoriteEvents = 64

  private(set) var watches: [ClientCallID: Watch] = [:]
  /// Whether the time of the next update is set.
  var hasScheduledUpdate = false
  private var sentHub: HubStatus?
  private var sentProviders: [ProviderID: ProviderStatus] = [:]
  private var favoriteEvents: [FavoriteEvent] = []
  private var releases: [ReleaseReport] = []
  /// The maximum number of new albums in an update.
  private static let maxReleases = 50

  var isEmpty: Bool { watches.isEmpty }
  var count: Int { watches.count }

  mutating func begin(_ id: ClientCallID, _ watch: Watch) { watches[id] = watch }

  mutating func recordPart(to id: ClientCallID) { watches[id]?.partsSent += 1 }

  mutating func end(_ id: ClientCallID) -> Watch? {
    let watch = watches.removeValue(forKey: id)
    if watches.isEmpty { self = WatchRegistry() }
    return watch
  }

  mutating func record(_ change: FavoriteEvent) {
    guard !watches.isEmpty else { return }
    favoriteEvents.append(change)
    if favoriteEvents.count > WatchRegistry.maxFavoriteEvents {
      favoriteEvents = [FavoriteEvent(.many)]
    }
  }

  mutating func record(_ found: [ReleaseReport]) {
    guard !watches.isEmpty else { return }
    releases = (releases + found).suffix(WatchRegistry.maxReleases)
  }

  /// The changes since the last update, or `nil`.
  mutating func drainChanges(to hub: HubStatus, _ providers: [ProviderStatus]) -> Part? {
    var part = Part()
    if sentHub?.equalsApartFromTime(hub) != true { part.hub = hub }
    let changed = providers.filter { sentProviders[$0.id] != $0 }
    let removed = Set(sentProviders.keys).subtracting(providers.map(\.id)).sorted()
    if !changed.isEmpty { part.providers = changed }
    if !removed.isEmpty { part.removed = removed }
    if !favoriteEvents.isEmpty { part.favorites = favoriteEvents }
    if !releases.isEmpty { part.releases = releases }
    guard part != Part() else { return nil }
    sentHub = hub
    sentProviders = Dictionary(providers.map { ($0.id, $0) }) { _, last in last }
    (favoriteEvents, releases) = ([], [])
    return part
  }
}

extension HubStatus {
  fileprivate func equalsApartFromTime(_ other: HubStatus) -> Bool {
    var aged = self
    aged.uptimeMs = other.uptimeMs
    return aged == other
  }
}

extension [ProviderStatus] {
  /// The statuses without long members that never change, and without members that always change.
  var watched: [ProviderStatus] {
    map { status in
      var status = status
      status.configSchema = nil
      status.budgets = nil
      return status
    }
  }
}
