import BusProtocol
import MusicModel

/// Messages of peers under their session, and the end of sessions.
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

  mutating func replyReceived(_ message: WireMessage, from provider: ProviderID) {
    switch message.header.type {
    case .part: providerCalls.part(message, from: provider, &turn)
    case .done: providerCalls.done(message, from: provider, &turn)
    case .error: providerCalls.error(message, from: provider, &turn)
    default: pongReceived(message, from: provider)
    }
  }

  /// Rejects frames that are not a valid message; a reply among them ends its call.
  mutating func receivedInvalidMessage(_ error: WireError, from peer: Peer) {
    watchers.recordRejectedMessage()
    sessions.logInvalidMessage(error, from: peer, &turn)
    if let (id, provider) = sessions.invalidReply(error, from: peer) {
      let failure = Failure(.protocolViolation, error.message)
      if providerCalls.receivedInvalidReply(to: id, from: provider, failure, &turn) { return }
    }
    sessions.rejectInvalidMessage(error, from: peer, &turn)
  }

  mutating func receivedInvalidHello(_ hello: WireMessage, _ failure: Failure, from peer: Peer) {
    watchers.recordRejectedMessage()
    sessions.reject(peer, hello.header.id, failure, &turn)
  }

  /// A hub that was started for one command leaves when nobody came for a while.
  mutating func stopIfIdle() {
    guard let idleMs = settings.idleMs, life == .running else { return }
    let idle = calls.isEmpty && watchers.isEmpty && turn.now - watchers.lastUsed >= idleMs
    if idle {
      stop(because: "nobody used it for \(idleMs / 60_000) minutes")
    } else {
      timers.set(.idle, at: max(turn.now + 1000, watchers.lastUsed + idleMs))
    }
  }
}
