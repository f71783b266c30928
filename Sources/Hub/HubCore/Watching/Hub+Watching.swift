import BusProtocol
import MusicModel

/// Tells those who watch how the hub is, and then what changes (specification, chapter "Watching the
/// hub").
extension Hub {
  /// A client begins to watch: it gets the full state at once.
  mutating func beginWatch(as id: String, _ peer: Peer) {
    let key = ClientCallID(number: nextNumber())
    clients[peer]?.calls[id] = key
    // What the first one is told now is no change later.
    if watching.isEmpty { _ = watching.changes(to: status, watchedProviders) }
    watching.begin(key, WatchRegistry.Watcher(client: peer, id: id))
    var state = Part()
    state.hub = status
    state.providers = watchedProviders
    let header = Header(type: .part, re: id, sid: clients[peer]?.sid, seq: 0)
    if send(header, state, to: peer) {
      watching.sentPart(to: key)
    } else {
      endWatch(key, Failure(.tooLarge, "The state of the hub is too large for one message."))
    }
  }

  /// Something happened to a favourite: who watches is told.
  mutating func tellWatchers(of change: FavoriteEvent) { watching.note(change) }

  /// Something happened; what has changed by it is told in a moment, together with what follows.
  mutating func noteHappening() {
    guard !watching.isEmpty, !watching.isDue else { return }
    watching.isDue = true
    timers.set(.watchers, at: turn.now + settings.watchMs)
  }

  mutating func tellWatchers() {
    watching.isDue = false
    guard !watching.isEmpty, let changes = watching.changes(to: status, watchedProviders),
      let body = written(changes, of: Header(type: .part))
    else { return }
    for (key, watcher) in watching.watchers.sorted(by: { $0.key < $1.key }) {
      let sid = clients[watcher.client]?.sid
      let header = Header(type: .part, re: watcher.id, sid: sid, seq: watcher.partsSent)
      send(WireMessage(header, body: body), to: watcher.client)
      watching.sentPart(to: key)
    }
  }

  /// Ends a watch with an error.
  ///
  /// - Returns: whether the call was one.
  @discardableResult
  mutating func endWatch(_ key: ClientCallID, _ failure: Failure) -> Bool {
    guard let watcher = watching.end(key) else { return false }
    clients[watcher.client]?.calls[watcher.id] = nil
    lastUsed = turn.now
    var failure = failure
    failure.parts = watcher.partsSent
    let sid = clients[watcher.client]?.sid
    send(Header(type: .error, re: watcher.id, sid: sid), failure, to: watcher.client)
    return true
  }

  mutating func endWatches(_ failure: Failure) {
    for key in watching.watchers.keys.sorted() { endWatch(key, failure) }
  }

  /// The providers without what never changes and is long, and without what changes by itself.
  private var watchedProviders: [ProviderStatus] {
    providerStatuses.map { status in
      var status = status
      status.configSchema = nil
      status.budgets = nil
      return status
    }
  }
}
