import BusProtocol

/// Routing: events to machines, effects between machines, and timers that are due.
extension Hub {
  /// Hands an event to the machine that it concerns.
  mutating func route(_ event: Event) {
    switch event {
    case .received(let message, let peer): received(message, from: peer)
    case .refused(let error, let peer): receivedInvalidMessage(error, from: peer)
    case .helloRefused(let hello, let why, let peer): receivedInvalidHello(hello, why, from: peer)
    case .disconnected(let peer): sessions.connectionLost(peer, &turn)
    case .congested(let peer): sessions.congested(peer, &turn)
    case .providersFound(let listing): found(listing)
    case .manifestsChanged(let ticket, let result): manifestsChanged(ticket, result)
    case .providerSpawned(let id, let token, let pid): spawned(id, token: token, pid: pid)
    case .providerNotSpawned(let id, let reason): notSpawned(id, because: reason)
    case .providerExited(let id, let exit): exited(id, exit)
    case .verdictsFound(let verdicts, let problem):
      entityIndex.verdictsLoaded(verdicts, problem: problem, &turn)
    case .verdictsKept(let operation, let problem):
      entityIndex.verdictsSaved(operation, problem: problem, &turn)
    case .identitiesFound(let entities, let links):
      entityIndex.restore(entities, links, now: now, unixMs: turn.unixMs)
    case .favorites(let event): favorites.handleEvent(event, &turn)
    case .answerFound(let ticket, let kept): providerCalls.lookupEnded(ticket, kept, &turn)
    case .cacheTold(let operation, let report):
      pendingReplies.operationEnded(operation, report.result, &turn)
    case .clockSet(let unixMs): turn.setClock(unixMs: unixMs)
    case .stopRequested(let reason): stop(because: reason)
    case .tick: break
    }
  }

  /// Delivers the posted effects, first in, first out, until none is left.
  mutating func performEffects() {
    while let effect = turn.takeNext() {
      switch effect {
      case .callReceived(let message, let peer): call(message, of: peer)
      case .cancelReceived(let id, let peer): cancelReceived(id, from: peer)
      case .replyReceived(let message, let id): replyReceived(message, from: id)
      case .clientSessionEnded(let peer): clientSessionEnded(peer)
      case .helloReceived(let hello): helloReceived(hello)
      case .helloChecked(let hello, let decision): sessions.helloChecked(hello, decision, &turn)
      case .sessionOpened(let id, let descriptor): sessionOpened(id, descriptor)
      case .sessionLost(let id, let reason): sessionLost(id, because: reason)
      case .closeSession(let id): sessions.closeSession(of: id, nil, &turn)
      case .progressed(let waiters, let reply): progressed(waiters, reply)
      case .cachedReplyFound(let waiters, let provider, let reply):
        cachedReplyFound(waiters, provider, reply)
      case .ended(let waiters, let reply, let result): ended(waiters, reply, result)
      case .branchEnded(let id): settle(id)
      case .gathered(let id): finish(id)
      case .providerChanged(let id): goOn(withWaitingFor: id)
      case .operationEnded(let id, let result): pendingReplies.operationEnded(id, result, &turn)
      case .operationTimeout(let id, let failure): pendingReplies.setTimeout(id, failure)
      case .operationAbandoned(let id, let kind): operationAbandoned(id, kind)
      case .settled(let reply, let result): settled(reply, result)
      case .favoritesCall(let id, let method, let parameters): favoritesCall(id, method, parameters)
      case .gatherFavorite(let id, let parameters): gatherFavorite(id, parameters)
      case .favoriteChanged(let event): watchers.record(event)
      case .marksKnown: for id in calls.keys.sorted() { settle(id) }
      case .repliesOutdated(let change): replyCaches.clear(because: change)
      case .submit(let query, let waiter): providerCalls.submit(query, waiter, &turn)
      case .removeWaiter(let id): providerCalls.removeWaiter(id, &turn)
      case .detachWaiter(let id): providerCalls.detachWaiter(id)
      case .queueOpened(let id, let descriptor): providerCalls.queueOpened(id, descriptor)
      case .queueClosed(let id, let reason, let mayRunUntil):
        providerCalls.queueClosed(id, because: reason, mayRunUntil: mayRunUntil, &turn)
      case .processStarted(let id): providerCalls.processStarted(id)
      case .breakersReset(let id): providerCalls.resetBreakers(of: id)
      case .providerRemoved(let id): providerCalls.providerRemoved(id)
      case .sendCall(let header, let parameters, let id):
        sessions.sendCall(header, parameters, to: id, &turn)
      case .cancelCall(let call, let id): sessions.cancelCall(call.text, of: id, &turn)
      case .providerFailed(let id, let message): providers[id]?.lastError = message
      case .providerFaulty(let id, let reason): recycle(id, because: reason)
      case .lateMessage: watchers.recordLateMessage()
      }
    }
  }

  private mutating func received(_ message: WireMessage, from peer: Peer) {
    if life == .running {
      sessions.receive(message, from: peer, &turn)
    } else {
      let failure = Failure(.hubStopping, Hub.stopText)
      sessions.refuseWhileStopping(message, from: peer, failure, &turn)
    }
  }

  private mutating func checkLiveness() {
    let providerCalls = providerCalls
    sessions.checkLiveness(&turn) { providerCalls.latestDeadline(at: $0) }
  }

  /// Fires the timers that are due, each with its effects. Timeouts of peers are deferred until the hub
  /// has handled all messages of a turn: a tick is always its last event.
  ///
  /// - Returns: whether the turn may have changed what watchers see.
  mutating func fireTimers(isTick: Bool) -> Bool {
    var hasChanged = !isTick
    let mayTimeOut = isTick && now >= turn.graceUntil
    var deferred: [TimerQueue.Timer] = []
    while let timer = timers.popDue(at: now) {
      guard !timer.isPeerTimeout || mayTimeOut else {
        deferred.append(timer)
        continue
      }
      due(timer)
      performEffects()
      hasChanged = hasChanged || timer != .watchers
    }
    for timer in deferred { timers.set(timer, at: max(now, turn.graceUntil)) }
    return hasChanged
  }

  private mutating func due(_ timer: TimerQueue.Timer) {
    switch timer {
    case .clientCall(let timer): timerFired(timer)
    case .providerCall(let timer): providerCalls.timerFired(timer, &turn)
    case .provider(.hello(let id)): helloIsDue(of: id)
    case .provider(.restart(let id)): restart(id)
    case .favorites: favorites.timerFired(&turn)
    case .storage: pendingReplies.timerFired(&turn)
    case .liveness: checkLiveness()
    case .idle: stopIfIdle()
    case .shutdown: stopIsDue()
    case .watchers: notifyWatchers()
    }
  }

  private mutating func timerFired(_ timer: ClientCallTimer) {
    switch timer {
    case .softDeadline(let id): settle(id)
    case .deadline(let id): if calls[id]?.fetch == nil { settle(id) } else { fetchIsOver(id) }
    case .startupWait(let id, let provider): startAwaited(by: id, of: provider)
    }
  }
}
