import BusProtocol
import MusicModel

/// Watches of clients: the state of the hub, then its changes (specification, chapter "Watching the
/// hub").
extension Hub {
  /// Begins a watch: the client gets the full state.
  mutating func beginWatch(as id: String, _ peer: Peer) {
    let key = ClientCallID(number: nextNumber())
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
      let body = written(changes, of: Header(type: .part))
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
