import BusProtocol
import EntityResolution
import MusicModel

/// Calls that wait for operations of the runtime.
extension Hub {
  /// Starts the operation of a method, or replies to a method that needs none.
  ///
  /// - Returns: whether the method is one of these.
  mutating func startOperation(
    _ method: Method,
    _ parameters: CallParameters,
    of header: Header,
    _ session: ClientSession
  ) throws(Failure) -> Bool {
    guard let kind = OperationKind(method) else { return false }
    try parameters.check(for: method, receiver: .hub)
    try Methods[method]?.checkKind(of: parameters.id)
    if kind == .cacheCommand, !settings.hasProviderCache {
      throw Failure(.internalError, "Caching is disabled on this hub.")
    }
    try pendingReplies.checkRoom(for: kind)
    let deadlines = try CallDeadlines(of: header, parameters, settings, now: turn.now)
    let reply = PendingReply(
      client: session.peer,
      sid: session.sid,
      call: header.id ?? "",
      deadlines: deadlines
    )
    switch kind {
    case .favorites:
      let operation = pendingReplies.add(reply, kind, &turn)
      turn.post(.favoritesCall(operation, method, parameters))
    case .verdict:
      let change = try entityIndex.verdictChange(method, parameters, unixMs: turn.unixMs)
      entityIndex.change(change, pendingReplies.add(reply, kind, &turn), &turn)
    case .cacheCommand:
      let ids = parameters.id.map {
        entityIndex.allIDs(of: $0, at: Array(supervisor.slots.keys), now: turn.now)
      }
      let action = CacheAction(method, parameters, ids: ids ?? [])
      if action == .clear { replyCaches.clear(because: .cleared) }
      turn.perform(.performCacheAction(action, operation: pendingReplies.add(reply, kind, &turn)))
    case .manifestCommand: try beginManifestCommand(method, parameters, reply)
    }
    return true
  }

  /// Replies to a call that has waited, unless its session is closed.
  mutating func settled(_ reply: PendingReply, _ result: OperationResult) {
    guard sessions.sid(of: reply.client) == reply.sid else { return }
    let header = Header(type: .done, re: reply.call, sid: reply.sid)
    switch result {
    case .done(let done, let fallback):
      if send(header, done, to: reply.client) { return }
      switch fallback {
      case .done(let short): settled(reply, .done(short, fallback: .failed(.replyTooLarge)))
      case .failed(let failure): settled(reply, .failed(failure))
      }
    case .page(let items, let done, let method, _):
      let origin = CallOrigin(
        client: reply.client,
        id: reply.call,
        method: method,
        received: reply.deadlines.start
      )
      var messages = ReplyMessages(to: origin, settings)
      let isComplete = messages.add(items, done)
      send(messages, to: reply.client)
      if !isComplete { callFailed(origin, messages.tooLarge) }
    case .file(let bytes, let done):
      guard bytes.count <= settings.limits.attachmentBytes,
        let body = sessions.encode(done, of: header, &turn)
      else {
        let text = "One favourite is too large for a message."
        return settled(reply, .failed(Failure(.tooLarge, text)))
      }
      send(WireMessage(header, body: body, attachment: bytes), to: reply.client)
    case .failed(let failure):
      send(Header(type: .error, re: reply.call, sid: reply.sid), failure, to: reply.client)
    }
  }
}
