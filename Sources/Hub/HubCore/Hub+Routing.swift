import BusProtocol
import EntityResolution
import MusicModel

/// Routing: events to machines, work that is left, and timers that are due.
extension Hub {
  /// Hands an event to the machine that it concerns.
  mutating func route(_ event: Event) {
    switch event {
    case .received(let message, let peer): received(message, from: peer)
    case .refused(let error, let peer): receivedInvalidMessage(error, from: peer)
    case .helloRefused(let hello, let failure, let peer):
      watchers.recordRejectedMessage()
      sessions.reject(peer, hello.header.id, failure, &turn)
    case .disconnected(let peer): sessions.connectionLost(peer, &turn)
    case .congested(let peer, let call): congested(peer, call)
    case .providersFound(let listing):
      let isFirst = !supervisor.hasDiscovered
      perform(supervisor.discovered(listing, &turn))
      if isFirst { removeUninstalledRecords() }
    case .manifestsChanged(let operation, let result): manifestsChanged(operation, result)
    case .providerSpawned(let id, let token, let pid): step(id, .spawned(token: token, pid: pid))
    case .providerNotSpawned(let id, let reason): step(id, .notSpawned(because: reason))
    case .providerMisconfigured(let id, let reason):
      misconfigured(id, because: reason, "No provider can be started")
    case .settingsWithheld(let id, let reason):
      misconfigured(id, because: reason, "Provider \(id) is not started")
    case .configurationChanged: for id in supervisor.ids { step(id, .configurationChanged) }
    case .providerExited(let id, let exit): step(id, .exited(exit))
    case .verdictsLoaded(let verdicts, let problem):
      verdictsLoaded(verdicts, problem: problem)
    case .verdictsSaved(let operation, let problem):
      verdictsSaved(operation, problem: problem)
    case .entityIndexLoaded(let entities, let links):
      entityIndex.restore(entities, links, now: now, unixMs: turn.unixMs)
      removeUninstalledRecords()
    case .favorites(let event): favoritesEvent(event)
    case .releasesLoaded(let histories, let found): favorites.releases.load(histories, found)
    case .favoriteLinksLoaded(let stored):
      favorites.links.load(stored)
      resume { if case .loading = $0 { true } else { false } }
    case .lookupCompleted(let operation, let cached):
      lanes.lookupReplied(operation, cached, &turn)
    case .librarySearched(let operation, let records):
      step(ClientCallID(number: operation), .library(records))
    case .cacheActionCompleted(let operation, let report):
      cacheActionCompleted(operation, report)
    case .importsLoaded(let stored): importsLoaded(stored)
    case .importsReplied(let operation, let reply): importsReplied(operation, reply)
    case .budgetsLoaded(let stored): lanes.budgetsLoaded(stored, &turn)
    case .clockSet(let unixMs):
      turn.setClock(unixMs: unixMs)
      lanes.budgets.clockSet()
    case .stopRequested(let reason): stop(because: reason)
    case .tick: break
    }
  }

  /// Does what is left to do: ended sessions, changed favourites, then the work for calls, first in, first out, until none is left; then
  /// the lanes send what they can.
  mutating func finishWork() {
    repeat {
      takeEndedSessions()
      takeFavoriteChanges()
      while let work = turn.takeNext() {
        perform(work)
        takeFavoriteChanges()
      }
      for (provider, message) in lanes.dispatch(&turn) {
        sessions.send(message, to: provider, &turn)
      }
    } while turn.hasNext
  }

  private mutating func perform(_ work: Work) {
    switch work {
    case .news(let news, let provider, let waiter): deliver(news, of: provider, for: waiter)
    case .call(let id, let input): step(id, input)
    case .part(let news, let part): take(news, of: part)
    }
  }

  private mutating func takeEndedSessions() {
    for ended in sessions.takeEnded() {
      switch ended {
      case .client(let peer):
        watchers.removeWatches(of: peer)
        stepAll(of: peer, .left)
        endComposites(of: peer, nil)
      case .provider(let id, let reason): step(id, .sessionLost(because: reason))
      }
    }
  }

  /// Outdates earlier replies, and notifies watchers.
  mutating func takeFavoriteChanges() {
    let events = favorites.takeEvents()
    if lists.favoritesRevision != favorites.revision {
      lists.clear(because: .favoritesChanged)
      lists.favoritesRevision = favorites.revision
    }
    for event in events { watchers.record(event) }
  }

  /// Fires the timers that are due, each with its work. Timeouts of peers are deferred until the
  /// hub has handled all messages of a turn: a tick is always its last event.
  ///
  /// - Returns: whether the turn may have changed what watchers see.
  mutating func fireTimers(isTick: Bool) -> Bool {
    var hasChanged = !isTick
    let mayTimeOut = isTick && now >= turn.graceUntil
    var deferred: [TimerQueue.Timer] = []
    while let timer = turn.timers.popDue(at: now, where: { isTick || !$0.awaitsMessages }) {
      guard !timer.isPeerTimeout || mayTimeOut else {
        deferred.append(timer)
        continue
      }
      due(timer)
      finishWork()
      hasChanged = hasChanged || timer != .watchers
    }
    for timer in deferred { turn.timers.set(timer, at: max(now, turn.graceUntil)) }
    return hasChanged
  }

  private mutating func due(_ timer: TimerQueue.Timer) {
    switch timer {
    case .clientCall(let id): step(id, .time)
    case .page(let id): step(id, .page)
    case .lane(let provider): lanes.timerFired(provider, &turn)
    case .laneStall(let provider):
      if let reason = lanes.stallReason(of: provider, at: now) {
        step(provider, .fault(because: reason))
      }
    case .budgetsTimeout: lanes.budgetsTimedOut()
    case .hello(let id), .restart(let id): step(id, .time)
    case .favorites:
      favorites.endMarksWait(&turn)
      stepAll(.time)
    case .operations: operationsDue()
    case .liveness:
      let lanes = lanes
      for (provider, reason) in sessions.checkLiveness(&turn, work: { lanes.work(at: $0) }) {
        step(provider, .fault(because: reason))
      }
    case .idle: stopIfIdle()
    case .shutdown: shutdownTimedOut()
    case .watchers: notifyWatchers()
    case .releases: checkReleasesAndLinks()
    case .imports: importIsDue()
    }
  }
}

extension Hub {
  /// Removes the records of providers that were uninstalled while no hub ran. The stored records and
  /// the first discovery come in any order. If a manifest cannot be read, its provider is not known.
  private mutating func removeUninstalledRecords() {
    guard supervisor.hasDiscovered, supervisor.manifestProblems.allSatisfy(\.isUsed) else { return }
    let installed = Set(supervisor.ids)
    entityIndex.removeRecords { !installed.contains($0) }
  }
}

/// Messages of peers.
extension Hub {
  private mutating func received(_ message: WireMessage, from peer: Peer) {
    guard life == .running else {
      let failure = Failure(.hubStopping, Hub.stopText)
      return sessions.refuseWhileStopping(message, from: peer, failure, &turn)
    }
    switch sessions.receive(message, from: peer, &turn) {
    case .hello(let hello): helloReceived(hello)
    case .call: callReceived(message, from: peer)
    case .cancel: cancelReceived(message.header.re, from: peer)
    case .reply(let provider): replyReceived(message, from: provider)
    case .late: watchers.recordLateMessage()
    case .handled: break
    }
  }

  private mutating func helloReceived(_ hello: ProviderHello) {
    switch supervisor.check(hello) {
    case .accept(let id, let descriptor):
      sessions.openSession(of: id, descriptor, hello, &turn)
      // The provider that had this connection before, if there was another, loses its session first.
      takeEndedSessions()
      step(id, .hello(descriptor))
    case .reject(let failure): sessions.reject(hello.peer, hello.id, failure, &turn)
    case .bye(let bye): sessions.send(Header(type: .bye), bye, to: hello.peer, &turn)
    }
  }

  /// Rejects frames that are not a valid message; a reply among them ends its call.
  private mutating func receivedInvalidMessage(_ error: WireError, from peer: Peer) {
    watchers.recordRejectedMessage()
    sessions.logInvalidMessage(error, from: peer, &turn)
    if let (id, provider) = sessions.invalidReply(error, from: peer) {
      let failure = Failure(.protocolViolation, error.message)
      if let problem = lanes.receivedInvalidReply(to: id, from: provider, failure, &turn) {
        return supervisor.callFailed(at: provider, problem)
      }
    }
    sessions.rejectInvalidMessage(error, from: peer, &turn)
  }

  /// Ends the session of a peer that does not read, after its calls.
  private mutating func congested(_ peer: Peer, _ call: String?) {
    if let sid = sessions.sid(of: peer) {
      let failure = Failure(.slowConsumer, Sessions.slowConsumerText)
      if let call, !isInFlight(call, of: peer, sid) {
        sessions.send(ReplyMessages(to: call, failure, settings), to: peer, &turn)
      }
      stepAll(of: peer, .fail(failure))
      endComposites(of: peer, failure)
      rejectOperations(failure, of: sid)
      for (id, watch) in watchers.watches where watch.client == peer { endWatch(id, failure) }
      finishWork()
    }
    sessions.congested(peer, &turn)
  }

  private mutating func replyReceived(_ message: WireMessage, from provider: ProviderID) {
    let receipt = lanes.receive(message, from: provider, &turn)
    if receipt.isLate { watchers.recordLateMessage() }
    if let problem = receipt.problem { supervisor.callFailed(at: provider, problem) }
    guard let done = receipt.done else { return }
    if receipt.isRenewed { lists.clear(because: .providerReplyRenewed) }
    if settings.checksReleases, done.query.method == .artistAlbums {
      albumsListed(done.query, done.reply.records.map(\.entity))
    }
    linksAnswered(done)
  }

  private mutating func callReceived(_ message: WireMessage, from peer: Peer) {
    guard let session = sessions.clients[peer], let id = message.header.id,
      let method = message.header.method
    else { return }
    watchers.recordCall(turn)
    do throws(Failure) {
      let own = clientCalls[peer].count + composites.count(of: peer)
      let waiting = operations.count(of: session.sid) + watchers.count(of: peer)
      let admission = Admission(
        isDuplicate: isInFlight(id, of: peer, session.sid),
        callsOfClient: own + waiting,
        calls: callCount
      )
      try admission.check(id, settings)
      try startCall(message.callParameters(directory), method, message, id, session)
    } catch {
      sessions.send(ReplyMessages(to: id, error, settings), to: peer, &turn)
    }
  }

  private func isInFlight(_ call: String, of client: Peer, _ sid: String) -> Bool {
    clientCalls[client][call] != nil || composites.find(call, of: client) != nil
      || operations.contains(call, of: sid)
      || watchers.watch(call, of: client) != nil
  }

  private mutating func cancelReceived(_ id: String?, from peer: Peer) {
    guard let id, let sid = sessions.sid(of: peer) else { return watchers.recordLateMessage() }
    if let call = clientCalls[peer][id] {
      return step(call, .fail(Failure(.cancelled, "The call was cancelled.")))
    }
    if let composite = composites.find(id, of: peer) {
      return endComposite(composite, Failure(.cancelled, "The call was cancelled."))
    }
    if let watch = watchers.watch(id, of: peer) {
      endWatch(watch, Failure(.cancelled, "The call was cancelled."))
    } else if !cancelOperation(id, of: sid) {
      watchers.recordLateMessage()
    }
  }
}

/// Providers.
extension Hub {
  /// Tells a provider what happens, and does what is to be done.
  mutating func step(_ id: ProviderID, _ event: Provider.Event) {
    perform(supervisor.step(id, event, &turn))
    finishStopIfNothingRuns()
  }

  mutating func perform(_ steps: Supervisor.Steps) {
    for (id, step) in steps { perform(step, of: id) }
  }

  private mutating func perform(_ step: Provider.Step, of id: ProviderID) {
    switch step {
    case .perform(let action): turn.perform(action)
    case .closeSession: sessions.closeSession(of: id, nil, &turn)
    case .openLane(let descriptor):
      guard let found = supervisor.providers[id]?.found else { return }
      lanes.open(id, descriptor, found.trust, sinceMs: found.sinceMs, at: now)
    case .closeLane(let reason, let end):
      lanes.close(id, because: reason, mayRunUntil: end, &turn)
    case .resetBreakers: lanes.change(id) { $0.breakers = [:] }
    case .changed:
      let waiting = clientCalls.all.filter { $0.awaits(id) }.map(\.id)
      for call in waiting.sorted() { self.step(call, .serves(id)) }
    case .outdateReplies: lists.clear(because: .providersChanged)
    case .remove:
      supervisor.remove(id, &turn)
      entityIndex.removeRecords { $0 == id }
      lanes.remove(id, because: ProviderDirectory.removal, &turn)
      stepAll(.gone(id))
      lists.clear(because: .providersChanged)
    }
  }

  private mutating func misconfigured(_ id: ProviderID, because reason: String, _ result: String) {
    let isKnown = supervisor.isMisconfigured(because: reason)
    step(id, .misconfigured(because: reason, result: isKnown ? nil : result))
  }

  /// Completes the drains of providers that no call needs any more.
  mutating func completeDrains() {
    guard life == .running else { return }
    for id in supervisor.draining {
      if supervisor.providers[id]?.isReady == true, lanes[id].activeCount > 0 { continue }
      let bye = Bye(message: "The provider is being drained.")
      sessions.closeSession(of: id, bye, &turn)
      step(id, .drained)
    }
  }
}
