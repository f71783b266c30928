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

  /// Begins a watch with the full state, of which later updates are changes.
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
