import BusProtocol
import MusicModel

/// Replies from the reply cache.
extension Hub {
  /// Answers a call from the reply cache.
  ///
  /// - Returns: whether a fresh reply was cached.
  mutating func replyFromCache(_ key: ReplyCache.Key?, id: String, _ peer: Peer) -> Bool {
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

  /// Stores the reply to a call, unless the caller chose which caches to use.
  mutating func cacheReply(_ result: ListResult, page: [Entity], done: Done, of call: ClientCall) {
    guard let key = call.cacheKey, call.parameters.cache == nil else { return }
    replyCaches.store(
      result,
      page: page,
      done: done,
      isStreamed: call.stream != nil,
      freshMs: result.sources.map { freshMs(of: $0.provider, call.askedMethod) ?? 0 },
      for: key,
      at: turn.now
    )
  }

  /// The freshness lifetime of replies of a provider, in milliseconds.
  private func freshMs(of provider: ProviderID, _ method: Method) -> Int? {
    settings.freshMs[method]
      ?? directory.descriptor(of: provider)?.methods[method.rawValue]?.freshMs
  }
}
