import BusProtocol
import MusicModel

/// Calls whose client cancels them or has left.
extension Hub {
  mutating func cancelReceived(_ id: String?, from peer: Peer) {
    guard let id, let key = callIndex[id, of: peer] else {
      if let id, let sid = sessions.sid(of: peer), pendingReplies.cancel(id, of: sid, &turn) {
        return
      }
      watchers.recordLateMessage()
      return
    }
    let failure = Failure(.cancelled, "The call was cancelled.")
    if endWatch(key, failure) { return }
    guard let call = calls[key] else {
      watchers.recordLateMessage()
      return
    }
    fail(key, failure)
    giveUp(call)
  }

  /// Removes the calls of a client, and all provider calls that only they wait for.
  mutating func clientSessionEnded(_ peer: Peer) {
    for key in callIndex.removeAll(of: peer) {
      watchers.removeWatch(key)
      guard let call = calls[key] else { continue }
      forget(call, as: .error)
      giveUp(call)
    }
  }

  /// Removes the waiters of a call; its results so far are stored.
  mutating func giveUp(_ call: ClientCall) {
    remember(call.merged(by: entityIndex.resolver), of: call)
    let fetching = call.fetch?.waiter.map { [$0] } ?? []
    for waiter in (call.sources.values.compactMap(\.waiter) + fetching).sorted() {
      removeWaiter(waiter)
    }
  }
}

extension ClientCall {
  /// Whether the call has begun with the provider, and not ended with it.
  func needs(_ provider: ProviderID) -> Bool {
    if let fetch {
      return (fetch.places + [fetch.trying, fetch.awaited].compactMap(\.self)).contains {
        $0.provider == provider
      }
    }
    guard let source = sources[provider] else { return false }
    return !source.hasEnded && !source.isStarting
  }
}
