import BusProtocol
import MusicModel

/// Questions that were answered in full a short while ago are answered at once.
extension Hub {
  /// - Returns: whether the call was answered.
  mutating func answeredFromCache(_ key: ReplyCache.Key?, id: String, _ peer: Peer) -> Bool {
    guard let key, let answer = cache.recall(key, at: turn.now) else { return false }
    tally.count(key.method, .remembered)
    let sid = clients[peer]?.sid
    for (seq, part) in answer.parts.enumerated() {
      let header = Header(type: .part, re: id, sid: sid, seq: seq)
      send(WireMessage(header, body: part), to: peer)
    }
    let header = Header(type: .done, re: id, sid: sid)
    send(WireMessage(header, body: answer.done(at: turn.now)), to: peer)
    return true
  }

  /// Keeps an answer for as long as every source in it is fresh, where none is missing.
  mutating func keep(_ answer: ListResult, page: [Entity], done: Done, of call: ClientCall) {
    guard let key = call.cacheKey, call.parameters.ask == nil,
      page.count <= settings.itemsPerMessage,
      let freshMs = freshMs(of: answer.sources, call), freshMs > 0
    else { return }
    var done = done
    var parts: [Part] = []
    if call.stream == nil {
      done.items = LenientList(page)
    } else if !page.isEmpty {
      parts = [Part(upsert: page, gone: [])]
    }
    // The next page is cut from a list that is kept for a while only.
    let isFirst = done.next != nil
    let keptMs = min(settings.answerCacheMs, isFirst ? settings.pageMemoryMs / 2 : .max)
    let stored = EncodedReply(
      parts: parts,
      done: done,
      sources: answer.sources,
      at: turn.now,
      freshUntil: turn.now + min(freshMs, keptMs)
    )
    guard let stored, stored.largestBody <= settings.limits.bodyBytes else { return }
    cache.remember(stored, to: key)
  }

  /// For how long the answer is as good as a new one; nothing where a new one may be better.
  private func freshMs(of sources: [SourceReport], _ call: ClientCall) -> Int? {
    var freshMs: Int?
    for source in sources {
      let own = self.freshMs(of: source.provider, call.askedMethod) ?? 0
      switch source.outcome {
      case .ok, .empty, .cached: freshMs = min(freshMs ?? .max, own - (source.ageMs ?? 0))
      case .notLinked: freshMs = min(freshMs ?? .max, settings.notLinkedMs)
      default: return nil
      }
    }
    return freshMs
  }
}
