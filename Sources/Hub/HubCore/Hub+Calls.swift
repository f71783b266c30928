import BusProtocol
import EntityResolution
import MusicModel

/// The part of the hub that handles a client's call.
package enum MethodHandler: Hashable, Sendable {
  /// Calls providers and merges their replies.
  case clientCalls
  /// Carries them out by calls of its own.
  case composites
  case records, cache, favorites, imports, providers, hub
}

extension MethodSpec {
  package var handler: MethodHandler {
    if provider != nil || result == .explanation { return .clientCalls }
    switch method {
    case .recordsMatch, .providersList: return .hub
    case .searchAll, .namesResolve, .albumsMissing, .favoritesLinks: return .composites
    default: break
    }
    switch method.rawValue.prefix(while: { $0 != "." }) {
    case "records": return .records
    case "cache", "library", "searches": return .cache
    case "favorites": return .favorites
    case "imports": return .imports
    case "providers": return .providers
    default: return .hub
    }
  }
}

/// The start of calls, by their method.
extension Hub {
  mutating func startCall(
    _ parameters: CallParameters,
    _ method: Method,
    _ message: WireMessage,
    _ id: String,
    _ session: ClientSession
  ) throws(Failure) {
    let unknown = Failure.unknownMethod(method)
    guard let spec = Methods[method] else { throw unknown }
    try parameters.check(for: method, receiver: .hub)
    try spec.checkKind(of: parameters.id)
    let handler = spec.handler
    if handler == .hub {
      guard try handleHubMethod(method, parameters, id, session.peer) else { throw unknown }
      return
    }
    let deadlines = try CallDeadlines(of: message.header, parameters, settings, now: now)
    let origin = CallOrigin(client: session.peer, id: id, method: method, received: now)
    let operation = Operation(origin, sid: session.sid, parameters, deadlines)
    switch handler {
    case .hub: break
    case .clientCalls:
      let relevant = parameters.relevant(to: spec, settings)
      try startClientCall(ClientRequest(spec, relevant, deadlines, origin))
    // The favourites may have to be opened first.
    case .composites
    where method == .favoritesLinks
      || method == .albumsMissing && parameters.artistsOf == .favorites:
      beginFavorites(operation)
    case .composites: try startComposite(origin, parameters, deadlines)
    case .records: try startVerdict(operation)
    case .cache: try startCacheAction(operation)
    case .providers: try startManifestCommand(operation)
    case .imports: try startImportCall(operation)
    case .favorites: beginFavorites(operation)
    }
  }

  /// Begins a call that providers serve, or replies to it from the list cache.
  @discardableResult
  mutating func startClientCall(_ request: ClientRequest) throws(Failure) -> ClientCallID {
    let id = ClientCallID(number: turn.nextNumber())
    let providers = try request.providers(in: directory)
    if let entity = request.parameters.id { entityIndex.markUsed(entity) }
    var call = ClientCall(id, request, unixMs: turn.unixMs)
    if let cached = lists.lookup(request, at: now) {
      if cached.isSufficient(for: request, at: now) {
        let result = cached.again(at: now)
        noteSearch(request, result)
        if let parent = request.parent {
          turn.post(.part(call.news(of: result, world), parent))
        } else {
          finish(call.origin, call.page(of: result, world), as: .cached)
        }
        return id
      }
      if request.offset > 0 {
        call.gathering.resume(
          cached.result.list,
          cached.continuation,
          of: providers,
          ageMs: now - cached.at,
          at: now
        )
      }
    }
    clientCalls.insert(call)
    step(id, .start(providers))
    return id
  }

  /// Replies to a method of the hub itself.
  ///
  /// - Returns: whether the method is one of them.
  private mutating func handleHubMethod(
    _ method: Method,
    _ parameters: CallParameters,
    _ id: String,
    _ peer: Peer
  ) throws(Failure) -> Bool {
    var done = Done()
    switch method {
    case .providersList:
      done.providers = providerStatuses
      if !supervisor.manifestProblems.isEmpty {
        done.notes = supervisor.manifestProblems.map(\.sentence)
      }
    case .hubStatus:
      done.hub = status
      done.providers = providerStatuses
    case .hubMetrics: done.metrics = metrics.all
    case .idsFind:
      done.id = directory.id(meantBy: parameters.text ?? "")
      if done.id == nil, let failure = directory.unknownURLFailure { throw failure }
    case .recordsMatch: done.matches = try entityIndex.matches(parameters)
    case .hubWatch:
      let watch = ClientCallID(number: turn.nextNumber())
      let reply = watchers.beginWatch(watch, as: id, of: peer, status, providerStatuses)
      sessions.send(reply, to: peer, &turn)
      return true
    case .releasesList:
      done.releases = releaseReports
      done.notes = favorites.releases.notes(on: favorites.document, at: turn.unixMs ?? 0)
    case .releasesSeen:
      favorites.releases.markSeen()
      done.releases = releaseReports
    case .hubStop: break
    default: return false
    }
    sessions.send(ReplyMessages(to: id, done, settings), to: peer, &turn)
    if method == .hubStop { stop(because: "a client requested it") }
    return true
  }
}

/// Steps of calls.
extension Hub {
  /// What calls know of the rest of the hub.
  var world: ClientCall.World {
    ClientCall.World(
      now: now,
      unixMs: turn.unixMs,
      settings: settings,
      directory: directory,
      index: entityIndex,
      lanes: lanes,
      favorites: favorites
    )
  }

  /// Tells a call what happens, and does what it wants.
  mutating func step(_ id: ClientCallID, _ input: ClientCall.Input) {
    let before = transitions == nil ? nil : clientCalls[id]
    let steps = clientCalls.step(id, input, world)
    if let before, let after = clientCalls[id] {
      transitions?.formUnion(Transition.all(from: before, to: after))
    }
    for step in steps { perform(step, of: id) }
    let call = clientCalls[id]
    turn.timers.set(.clientCall(id), due: call?.due(after: now))
    turn.timers.set(.page(id), due: call?.hasNewPage == true ? now : nil)
  }

  private mutating func perform(_ step: ClientCall.Step, of id: ClientCallID) {
    switch step {
    case .ask(let query, let waiter): lanes.ask(query, for: waiter, &turn)
    case .leave(let waiter, let provider, let keepsReply):
      lanes.leave(waiter, at: provider, keepsReply: keepsReply, &turn)
    case .late(let provider): lanes.setLate(provider)
    case .searchLibrary(let query):
      turn.perform(.searchLibrary(query, operation: id.number))
    case .link(let native, let entity, let provider):
      entityIndex.storeLink(native, of: entity, at: provider, now: now)
      if native != nil { turn.post(.call(id, .linked(provider))) }
    case .store(let merged, let complete): store(merged, complete: complete)
    case .found(let merged, let complete, let sources):
      store(merged, complete: complete)
      favorites.refresh(merged, entityIndex, &turn)
      watchers.record(sources)
      turn.post(.call(id, .stored))
    case .keep(let result, let freshMs, let isWhole):
      guard let call = clientCalls[id] else { return }
      lists.store(result, of: call, freshMs: freshMs, isWhole: isWhole, at: now)
      noteAlbumCount(call.request, result)
    case .noteSearch(let result):
      if let call = clientCalls[id] { noteSearch(call.request, result) }
    case .send(let messages):
      if let call = clientCalls[id] { sessions.send(messages, to: call.origin.client, &turn) }
    case .tell(let news, let part):
      if news.isEnd { _ = clientCalls.remove(id) }
      turn.post(.part(news, part))
    case .end(let reply):
      guard let call = clientCalls.remove(id), call.request.parent == nil else { return }
      finish(call.origin, reply)
    case .favorite(let entity, let sources):
      if let call = clientCalls.remove(id) { storeFavorite(entity, call, sources) }
    case .detached(let origin):
      clientCalls.detach(id, from: origin)
      // For the metrics, it ends with its client.
      finish(origin, nil)
    }
  }

  /// Hands over what a lane tells. A reply that no call waits for is stored.
  mutating func deliver(_ news: LaneNews, of provider: ProviderID, for waiter: Waiter) {
    if let id = waiter.id { return step(id.call, .news(news, of: provider, for: waiter)) }
    guard case .ended(let reply, let result) = news else { return }
    switch (waiter.purpose, result) {
    case (.reply, .replied), (.namesake, .replied):
      let records = reply.records.map { $0.fetched(at: turn.unixMs) }
      store(entityIndex.resolver.merge(records), complete: [])
    case (.linking(let entity, let terms), .replied), (.linking(let entity, let terms), .cached):
      let descriptor = directory.descriptor(of: provider)
      let native = entityIndex.match(reply, of: descriptor, to: entity, terms, in: [])
      entityIndex.storeLink(native, of: entity, at: provider, now: now)
    default: break
    }
  }

  /// Tells the calls of a client what happens.
  mutating func stepAll(of client: Peer, _ input: ClientCall.Input) {
    for id in clientCalls[client].values.sorted() { step(id, input) }
  }

  /// Tells all calls what happens.
  mutating func stepAll(_ input: ClientCall.Input) {
    for id in clientCalls.ids { step(id, input) }
  }

  /// Notes a search of a user among the recent ones.
  private mutating func noteSearch(_ request: ClientRequest, _ result: ListResult) {
    guard request.isList, request.offset == 0 else { return }
    noteSearch(request.method, request.parameters, total: result.list.count)
  }

  /// Notes a search of a user among the recent ones.
  mutating func noteSearch(_ method: Method, _ parameters: CallParameters, total: Int) {
    guard settings.hasProviderCache, parameters.lookup != true, let text = parameters.text
    else { return }
    turn.perform(.noteSearch(method, text: text, total: total))
  }

  /// Notes how many albums an artist has, from a whole list of them.
  private mutating func noteAlbumCount(_ request: ClientRequest, _ result: ListResult) {
    let parameters = request.parameters
    guard request.method == .artistAlbums, !request.isFiltered, parameters.providers == nil,
      parameters.cache != .only, parameters.editions != true, let id = parameters.id
    else { return }
    var count = max(result.list.count, result.reportedTotal)
    if !result.exact { count = max(count, entityIndex.entity(id)?.albumCount ?? 0) }
    // Without all sources, no albums may only mean that one is missing.
    guard count > 0 || result.exact else { return }
    entityIndex.setAlbumCount(count, of: id)
  }

  /// Sends the reply to a call; `nil` if its client has left.
  mutating func finish(
    _ origin: CallOrigin,
    _ reply: ReplyMessages?,
    as kind: CallMetrics.Result = .done
  ) {
    guard origin.client != .hub else { return }
    let result = reply?.isError == false ? kind : .error
    watchers.recordEnd(of: origin.method, result, elapsedMs: now - origin.received, turn)
    if let reply { sessions.send(reply, to: origin.client, &turn) }
  }

  /// Stores entities. Replies are outdated if some of them turn out to be one.
  private mutating func store(_ merged: [MergedEntity], complete: Set<ProviderID>) {
    let areJoined = entityIndex.store(merged, complete: complete, unixMs: turn.unixMs)
    if areJoined { lists.clear(because: .entitiesJoined) }
  }
}

/// Watches of clients (Protocol/client.md, "Watching the hub").
extension Hub {
  /// Sends the changes since the last update.
  mutating func notifyWatchers() {
    for (client, reply) in watchers.update(to: status, providerStatuses) {
      sessions.send(reply, to: client, &turn)
    }
  }

  mutating func endWatch(_ id: ClientCallID, _ failure: Failure) {
    guard let (client, reply) = watchers.endWatch(id, failure, turn) else { return }
    sessions.send(reply, to: client, &turn)
  }
}
