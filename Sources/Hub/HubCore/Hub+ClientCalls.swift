import BusProtocol
import EntityResolution
import MusicModel

/// Calls of clients: their admission, and their replies.
extension Hub {
  mutating func callReceived(_ message: WireMessage, from peer: Peer) {
    guard let session = sessions.clients[peer], let id = message.header.id,
      let method = message.header.method
    else { return }
    watchers.recordCall(turn)
    do throws(Failure) {
      try admit(id, of: session)
      if replyFromCache(to: id, ReplyCache.Key(method, message.body), peer) { return }
      let parameters = try message.decodeBody(CallParameters.self)
      guard let spec = Methods[method] else { throw Failure.unknown(method) }
      switch spec.handler {
      case .hub: if handleHubMethod(method, id: id, peer) { return }
      case .cache, .favorites, .providers, .records:
        if try startOperation(method, parameters, of: message.header, session) { return }
        if method == .previewPolicy {
          return try previewPolicy(parameters, message.header, session)
        }
      case .clientCalls: break
      }
      guard spec.result != .report else { throw Failure.unknown(method) }
      try parameters.check(for: method, receiver: .hub)
      try spec.checkKind(of: parameters.id)
      let request = ClientRequest(
        spec,
        parameters.relevant(to: spec, settings),
        try CallDeadlines(of: message.header, parameters, settings, now: turn.now),
        id: id,
        of: peer,
        body: message.body
      )
      try begin(request)
    } catch {
      send(Header(type: .error, re: id, sid: session.sid), error, to: peer)
    }
  }

  private func admit(_ id: String, of session: ClientSession) throws(Failure) {
    let peer = session.peer
    let calls = clientCalls.callsOfClient[peer] ?? [:]
    guard calls[id] == nil, !pendingReplies.contains(id, of: session.sid),
      watchers.watch(id, of: peer) == nil
    else { throw Failure(.duplicateCall, "A call with the id \"\(id)\" is in flight already.") }
    let count =
      calls.count + pendingReplies.count(of: session.sid) + watchers.count(of: peer)
    guard count < settings.limits.inflight else {
      throw Failure(
        .busy,
        "At most \(settings.limits.inflight) calls of one client may be in flight.",
        retryAfterMs: 100
      )
    }
    guard clientCalls.count < settings.maxCalls else {
      throw Failure(
        .busy,
        "The hub works on \(settings.maxCalls) calls already.",
        retryAfterMs: 1000
      )
    }
  }

  private mutating func previewPolicy(
    _ parameters: CallParameters,
    _ header: Header,
    _ session: ClientSession
  ) throws(Failure) {
    try parameters.check(for: .previewPolicy, receiver: .hub)
    let done = try entityIndex.preview(parameters, unixMs: turn.unixMs)
    guard !send(Header(type: .done, re: header.id, sid: session.sid), done, to: session.peer)
    else { return }
    throw Failure(.tooLarge, "There are too many changes for one message; lower \"limit\".")
  }

  mutating func cancelReceived(_ id: String?, from peer: Peer) {
    guard let id, let sid = sessions.sid(of: peer) else { return watchers.recordLateMessage() }
    if clientCalls.cancel(id, of: peer, entityIndex.resolver, &turn) { return }
    if let watch = watchers.watch(id, of: peer) {
      endWatch(watch, Failure(.cancelled, "The call was cancelled."))
    } else if !pendingReplies.cancel(id, of: sid, &turn) {
      watchers.recordLateMessage()
    }
  }

  /// Begins a call that providers serve, or replies to it from the list cache.
  mutating func begin(_ request: ClientRequest) throws(Failure) {
    let id = ClientCallID(number: turn.nextNumber())
    let providers = try request.providers(in: directory, for: id)
    if let entity = request.parameters.id { entityIndex.markUsed(entity) }
    var call = ClientCall(id, request, unixMs: turn.unixMs)
    let key = ListCache.Key(request.method, request.parameters)
    if request.isList, request.offset > 0, let cached = replyCaches.list(for: key, at: turn.now) {
      let list = cached.result.list
      if list.count >= request.offset + request.pageLength || !cached.result.mayGrow {
        return reply(to: call, with: cached.cached(at: turn.now))
      }
      call.gathering.resume(list, depth: cached.depth)
    }
    clientCalls.begin(call, with: providers, callContext, &turn)
  }

  /// Replies to a call from the reply cache.
  ///
  /// - Returns: whether a fresh reply was cached.
  private mutating func replyFromCache(
    to id: String,
    _ key: ReplyCache.Key?,
    _ peer: Peer
  ) -> Bool {
    guard let key, let reply = replyCaches.lookup(key, at: turn.now) else { return false }
    watchers.recordCacheHit(key.method)
    let sid = sessions.sid(of: peer)
    for (seq, part) in reply.parts.enumerated() {
      let header = Header(type: .part, re: id, sid: sid, seq: seq)
      send(WireMessage(header, body: part), to: peer)
    }
    let header = Header(type: .done, re: id, sid: sid)
    send(WireMessage(header, body: reply.done(at: turn.now)), to: peer)
    return true
  }

  /// Merges the records of a call and replies, or begins the download of its file.
  mutating func gathered(_ id: ClientCallID) {
    if let call = clientCalls.calls[id], let file = call.fetch?.file {
      return reply(to: call, with: file)
    }
    let pending = providerCalls.pending(clientCalls.calls[id]?.waiters ?? [], turn.now)
    guard let call = clientCalls.gather(id, pending, entityIndex, &turn) else { return }
    let merged = call.merged(
      by: entityIndex.resolver,
      knowing: entityIndex.issuers(of: call.records)
    )
    entityIndex.store(merged, complete: call.completeProviders, unixMs: turn.unixMs)
    favorites.refresh(merged, entityIndex, &turn)
    let sources = call.reports(directory, at: turn.now)
    watchers.record(sources)
    let builder = ReplyBuilder(call: call, merged: merged, sources: sources)
    switch builder.result(settings, entityIndex) {
    case .list(let result):
      // Clients that look up a name request all details; that is not a search of the user.
      if settings.hasProviderCache, call.request.offset == 0, call.parameters.detail != .full,
        let text = call.parameters.text
      {
        turn.perform(.noteSearch(call.request.method, text: text, total: result.list.count))
      }
      replyCaches.store(result, depth: call.gathering.depth, of: call.request, turn.now)
      reply(to: call, with: result)
    case .single(let result): reply(to: call, with: result)
    case .file(let entity): clientCalls.beginFetch(id, entity, sources, callContext, &turn)
    case .explanation(let entity): explain(entity, builder)
    case .favorite(let entity): storeFavorite(entity, call, sources)
    case .failed(let failure): end(call, failure)
    }
  }

  /// Sends the page of a result, and ends the call.
  private mutating func reply(to call: ClientCall, with result: ListResult) {
    let page = result.page(of: call.request).map(favorites.withFavoriteMark)
    let done = result.done(of: call, page)
    cacheReply(result, page, done, of: call)
    var messages = ReplyMessages(to: call.origin, after: call.partsSent, settings)
    let isComplete = messages.add(page, done, of: call)
    send(messages, to: call.origin.client)
    end(call, isComplete ? nil : messages.tooLarge)
  }

  /// Stores the reply to a call, unless the caller chose which caches to use.
  private mutating func cacheReply(
    _ result: ListResult,
    _ page: [Entity],
    _ done: Done,
    of call: ClientCall
  ) {
    let request = call.request
    guard let key = ReplyCache.Key(request.method, request.body),
      request.parameters.cache == nil
    else { return }
    let method = request.providerMethod
    replyCaches.store(
      result,
      page: page,
      done: done,
      isStreamed: call.stream != nil,
      freshMs: result.sources.map {
        settings.freshMs[method] ?? directory.freshMs(of: $0.provider, method) ?? 0
      },
      for: key,
      at: turn.now
    )
  }

  private mutating func explain(_ entity: MergedEntity, _ builder: ReplyBuilder) {
    let call = builder.call
    let explanation = ExplanationBuilder(call: call, index: entityIndex, unixMs: turn.unixMs)
      .done(entity, builder.sources, marked: favorites.withFavoriteMark)
    guard var done = explanation else { return end(call, builder.notFound) }
    let header = Header(type: .done, re: call.origin.id, sid: sessions.sid(of: call.origin.client))
    if !send(header, done, to: call.origin.client) {
      // The near misses are the least important.
      done.explanation?.neighbors = nil
      guard send(header, done, to: call.origin.client) else {
        let text = "The explanation is too large for one message."
        return end(call, Failure(.tooLarge, text))
      }
    }
    end(call)
  }

  private mutating func reply(to call: ClientCall, with file: MediaFetch.File) {
    let header = Header(type: .done, re: call.origin.id, sid: sessions.sid(of: call.origin.client))
    var done = Done(parts: 0)
    done.media = file.media
    done.sources = call.fetch?.sources
    guard let body = sessions.encode(done, of: header, &turn) else {
      return end(call, Failure(.tooLarge, "The description of the file is too large."))
    }
    send(WireMessage(header, body: body, attachment: file.bytes), to: call.origin.client)
    end(call)
  }

  /// Sends the changes of a page to a client that streams.
  mutating func pageChanged(_ id: ClientCallID) {
    guard let client = clientCalls.calls[id]?.origin.client else { return }
    let messages = clientCalls.nextParts(
      of: id,
      entityIndex.resolver,
      marked: favorites.withFavoriteMark,
      &turn
    )
    if let messages { send(messages, to: client) }
  }

  /// Removes a call after its reply, or with an error.
  mutating func end(_ call: ClientCall, _ failure: Failure? = nil) {
    clientCalls.remove(call.id, &turn)
    if var failure {
      failure.parts = failure.parts ?? call.partsSent
      return callFailed(call.origin, failure)
    }
    let origin = call.origin
    watchers.recordEnd(of: origin.method, .done, elapsedMs: turn.now - origin.received, turn)
  }

  /// Sends the error of a call, unless its client has left.
  mutating func callFailed(_ origin: CallOrigin, _ failure: Failure?) {
    watchers.recordEnd(of: origin.method, .error, elapsedMs: turn.now - origin.received, turn)
    guard var failure else { return }
    let header = Header(type: .error, re: origin.id, sid: sessions.sid(of: origin.client))
    if !send(header, failure, to: origin.client) {
      failure.sources = nil
      send(header, failure, to: origin.client)
    }
  }

  mutating func send(_ reply: ReplyMessages, to peer: Peer) {
    if let problem = reply.problem { turn.log(.error, problem) }
    let sid = sessions.sid(of: peer)
    for var message in reply.messages {
      message.header.sid = sid
      send(message, to: peer)
    }
  }

  /// The state of other machines that client calls read.
  var callContext: CallContext { CallContext(directory: directory, index: entityIndex) }
}

extension Failure {
  fileprivate static func unknown(_ method: Method) -> Failure {
    Failure(.methodUnknown, "The method \"\(method)\" is not known.")
  }
}

extension ReplyCaches {
  /// Stores a list, from which later pages are cut, if there may be any.
  fileprivate mutating func store(
    _ result: ListResult,
    depth: Int,
    of request: ClientRequest,
    _ now: Instant
  ) {
    guard result.next(after: request) != nil || request.offset > 0 || !result.exact else { return }
    let entry = ListCache.Entry(result, depth: depth, at: now)
    store(entry, for: ListCache.Key(request.method, request.parameters))
  }
}
