import BusProtocol
import EntityResolution
import MusicModel

/// The part of the hub that handles a client's call.
package enum MethodHandler: Hashable, Sendable {
  /// Calls providers and merges their replies.
  case clientCalls
  case records, cache, favorites, providers, hub
}

extension MethodSpec {
  package var handler: MethodHandler {
    if provider != nil || result == .explanation { return .clientCalls }
    switch method {
    case .recordsMatch, .providersList: return .hub
    default: break
    }
    switch method.rawValue.prefix(while: { $0 != "." }) {
    case "records": return .records
    case "cache", "library", "searches": return .cache
    case "favorites": return .favorites
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
    case .records: try startVerdict(operation)
    case .cache: try startCacheAction(operation)
    case .providers: try startManifestCommand(operation)
    case .favorites: beginFavorites(operation)
    }
  }

  /// Begins a call that providers serve, or replies to it from the list cache.
  mutating func startClientCall(_ request: ClientRequest) throws(Failure) {
    let id = ClientCallID(number: turn.nextNumber())
    let providers = try request.providers(in: directory)
    if let entity = request.parameters.id { entityIndex.markUsed(entity) }
    var call = ClientCall(id, request, unixMs: turn.unixMs)
    if let cached = lists.lookup(request, at: now) {
      if cached.suffices(for: request, at: now) {
        let result = cached.again(at: now)
        noteSearch(request, result)
        return reply(to: call, with: result, as: .cached)
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
    clientCalls.begin(call, with: providers, callContext, &turn)
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
      let text = parameters.text ?? ""
      let id = directory.pastedID(text) ?? EntityID(text)
      done.id = id?.kind == nil ? nil : id
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

/// The end of calls.
extension Hub {
  /// Gives a call the records that the library has.
  mutating func libraryReplied(to id: ClientCallID, _ records: [LibraryRecord]) {
    let (directory, now, document) = (directory, now, favorites.document)
    let isReply = clientCalls.calls[id]?.endLibraryLookup(
      records,
      at: now,
      where: { directory.contains($0) },
      isFavorite: { document.contains($0) }
    )
    guard isReply == true else { return }
    turn.timers.cancel(.clientCall(.libraryLookup(id)))
    clientCalls.completeIfReady(id, awaitsMarks: favorites.awaitsMarks(at: now), &turn)
  }

  /// Merges the records of a call and replies, or begins the download of its file.
  mutating func callReady(_ id: ClientCallID) {
    if let call = clientCalls.calls[id], let reply = call.fileReply(settings) {
      return end(call, reply)
    }
    // Two branches that end together complete the call twice, and the first time may continue its lists.
    guard let early = clientCalls.calls[id],
      early.isComplete(at: now, late: clientCalls.lateProviders)
    else { return }
    // Lists are continued, and artists of one name looked up, before the call is complete.
    let mayContinue = early.mayContinueLists(at: now) || early.mayHaveNamesakes(at: now)
    let first = mayContinue ? found(by: early) : nil
    if let first, awaitsMore(for: early, among: first.list) { return }
    let (lanes, now) = (lanes, now)
    let gathered = clientCalls.gather(
      id,
      { lanes.pending($0, at: $1, now) },
      entityIndex,
      &turn
    )
    guard let call = gathered else { return }
    let isComplete = early.records == call.records
    let isWhole = early.gathering.namesakes?.isAwaited != true
    let found = first.flatMap { isComplete ? $0 : nil } ?? found(by: call)
    store(found.merged, complete: call.completeProviders)
    favorites.refresh(found.merged, entityIndex, &turn)
    let sources = call.reports(directory, settings, at: now)
    watchers.record(sources)
    let builder = ReplyBuilder(call: call, found: found, sources: sources)
    switch builder.result(settings, entityIndex) {
    case .list(let result):
      noteSearch(call.request, result)
      replyAndStore(result, call, isWhole: isWhole)
    case .single(let result): replyAndStore(result, call, isWhole: isWhole)
    case .file(let entity): clientCalls.beginFetch(id, entity, sources, callContext, &turn)
    case .explanation(let entity):
      let done = ExplanationBuilder(call: call, index: entityIndex, unixMs: turn.unixMs)
        .done(entity, sources, marked: marks.marked)
      guard let done else { return end(call, builder.notFound) }
      end(call, ReplyMessages(to: call.origin.id, call.shortened(done, settings), settings))
    case .favorite(let entity): storeFavorite(entity, call, sources)
    case .failed(let failure): end(call, failure)
    }
  }

  /// Queries what is missing in the page of a call.
  ///
  /// - Returns: whether replies are awaited.
  private mutating func awaitsMore(for call: ClientCall, among list: [Entity]) -> Bool {
    if clientCalls.continueLists(of: call.id, among: list, callContext, &turn) { return true }
    let (lanes, now) = (lanes, now)
    return call.mayHaveNamesakes(at: now)
      && clientCalls.lookUpNamesakes(
        of: call.id,
        among: list,
        callContext,
        &turn,
        mayQuery: { lanes.allowsExtra($0, $1, now) }
      )
  }

  /// Notes a search of a user among the recent ones.
  private mutating func noteSearch(_ request: ClientRequest, _ result: ListResult) {
    guard settings.hasProviderCache, request.isList, request.offset == 0,
      request.parameters.lookup != true, let text = request.parameters.text
    else { return }
    turn.perform(.noteSearch(request.method, text: text, total: result.list.count))
  }

  private mutating func replyAndStore(_ result: ListResult, _ call: ClientCall, isWhole: Bool) {
    // A report is more than its list.
    guard call.spec.result != .report else { return reply(to: call, with: result) }
    let method = call.request.providerMethod
    let freshMs = result.sources.map { source in
      let ofMethod = settings.freshMs[method] ?? directory.freshMs(of: source.provider, method) ?? 0
      return min(ofMethod, call.gathering.branches[source.provider]?.items.freshMs ?? .max)
    }
    lists.store(result, of: call, freshMs: freshMs, isWhole: isWhole, at: now)
    reply(to: call, with: result)
  }

  /// Sends the page of a result, and ends the call.
  private mutating func reply(
    to call: ClientCall,
    with result: ListResult,
    as kind: CallMetrics.Result = .done
  ) {
    let page = result.page(of: call.request).map(marks.marked)
    let done = result.done(of: call, page)
    var reply = ReplyMessages(to: call.origin.id, after: call.partsSent, settings)
    if !reply.add(page, done, of: call) {
      let (page, notes) = call.shortened(page, settings)
      var done = result.done(of: call, page)
      done.notes = (done.notes ?? []) + notes
      reply = ReplyMessages(to: call.origin.id, after: call.partsSent, settings)
      if !reply.add(page, done, of: call) { reply.fail(reply.tooLarge(result.sources)) }
    }
    end(call, reply, as: kind)
  }

  private mutating func end(_ call: ClientCall, _ failure: Failure) {
    var failure = failure
    failure.parts = failure.parts ?? call.partsSent
    end(call, ReplyMessages(to: call.origin.id, failure, settings))
  }

  /// Removes a call, and sends its reply.
  private mutating func end(
    _ call: ClientCall,
    _ reply: ReplyMessages,
    as kind: CallMetrics.Result = .done
  ) {
    clientCalls.remove(call.id, &turn)
    finish(call.origin, reply, as: kind)
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
  mutating func store(_ merged: [MergedEntity], complete: Set<ProviderID>) {
    let areJoined = entityIndex.store(merged, complete: complete, unixMs: turn.unixMs)
    if areJoined { lists.clear(because: .entitiesJoined) }
  }

  /// What the records of a call make up.
  private func found(by call: ClientCall) -> FoundEntities {
    call.found(
      by: entityIndex.resolver,
      links: knownLinks(of: call),
      knowing: entityIndex.witnesses(of: call.records),
      marks: marks
    )
  }

  var marks: EntityMarks {
    EntityMarks(
      favorites: favorites,
      index: entityIndex,
      ownedNamespaces: directory.ownedNamespaces,
      players: directory.players
    )
  }

  /// Which records of a list are known to be of one entity: from earlier calls, or because they are one favourite.
  private func knownLinks(of call: ClientCall) -> KnownLinks {
    guard call.appliesLinks else { return .none }
    let records = call.records
    var links = entityIndex.links(of: records)
    links.add(records, favorites.ids)
    return links
  }

  /// Sends the changes of a page to a client that streams.
  mutating func pageChanged(_ id: ClientCallID) {
    guard let call = clientCalls.calls[id], call.stream != nil else { return }
    if let refusals = clientCalls.nextRefusals(of: id) {
      sessions.send(refusals, to: call.origin.client, &turn)
    }
    let messages = clientCalls.nextParts(
      of: id,
      entityIndex.resolver,
      links: knownLinks(of: call),
      marks: marks,
      &turn
    )
    if let messages { sessions.send(messages, to: call.origin.client, &turn) }
  }
}

/// New albums of favourite artists (Protocol/client.md, "New releases").
extension Hub {
  private var releaseReports: [ReleaseReport] {
    let (unixMs, marks) = (turn.unixMs ?? 0, marks)
    return favorites.releases.sorted.map { release in
      var release = release
      if case .album(let known)? = entityIndex.merged(release.album.id) { release.album = known }
      if case .album(let marked) = marks.withOwnedMark(.album(release.album)) {
        release.album = marked
      }
      return release.report(at: unixMs)
    }
  }

  /// Has the library retain the favourites, and checks the next artist for new albums if budgets
  /// allow.
  mutating func checkReleases() {
    favorites.releases.look(after: Releases.tickMs, &turn)
    guard life == .running, favorites.state == .open, let unixMs = turn.unixMs else { return }
    favorites.releases.follow(favorites.document, revision: favorites.revision, &turn)
    guard favorites.releases.isLoaded else { return }
    favorites.releases.look(after: favorites.releases.pauseMs(at: unixMs), &turn)
    let context = callContext
    let hasClients = !sessions.clients.isEmpty
    let candidates = directory.all.sorted().filter {
      !supervisor.draining.contains($0)
        && lanes.mayCheckReleases($0, sparingClients: hasClients, now)
    }
    guard !candidates.isEmpty else { return }
    for history in favorites.releases.due(at: unixMs) {
      guard let artist = favorites.document.artist(history.artist) else { continue }
      guard let query = ReleaseQuery(artist, history, candidates, context, settings, unixMs: unixMs)
      else { continue }
      favorites.releases.begin(history.artist, at: unixMs)
      let deadline = now + ReleaseCheck.timeoutMs
      lanes.ask(query.query, for: Waiter(ofHubUntil: deadline, bypassesCache: true), &turn)
      return
    }
  }

  /// Finds the new ones among the albums of an artist, if that is a favourite.
  mutating func albumsListed(_ query: ProviderQuery, _ items: [Entity]) {
    let albums = items.compactMap { if case .album(let album) = $0 { album } else { nil } }
    guard let unixMs = turn.unixMs, let id = query.parameters.id,
      let (key, artist) = favorites.document.artist(with: id)
    else { return }
    guard query.parameters.listPosition == nil else {
      return favorites.releases.continued(albums, by: artist, key)
    }
    let index = entityIndex
    let found = favorites.releases.listed(
      albums,
      by: query.provider,
      of: artist,
      key,
      unixMs: unixMs,
      earliestDate: { index.earliestDate(of: $0) }
    )
    guard !found.isEmpty else { return }
    watchers.record(found.map { $0.report(at: unixMs) })
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
