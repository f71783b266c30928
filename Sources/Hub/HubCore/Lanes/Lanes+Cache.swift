import BusProtocol
import EntityResolution
import MusicModel

/// The cache of replies: a fresh reply ends a call, a stale one replaces a missing reply
/// (Protocol/client.md, "The provider cache").
extension Lanes {
  /// Whether replies are looked up and stored; parts of songs never are.
  func isCacheable(_ query: ProviderQuery, _ turn: Turn) -> Bool {
    settings.hasProviderCache && turn.unixMs != nil && Methods[query.method]?.result != .stream
  }

  mutating func lookUp(_ query: ProviderQuery, for waiter: Waiter, _ turn: inout Turn) {
    let waitMs = query.isOffline ? settings.offlineLookupMs : settings.cacheLookupMs
    let call = newCall(query, for: waiter, .lookingUp(until: turn.now + waitMs), &turn)
    change(query.provider) { $0.add(call) }
    let isListed = declared(query)?.listed == true
    turn.perform(
      .lookUpReply(
        query.cacheKey,
        listedFreshMs: isListed ? listedFreshMs(of: query, turn) : nil,
        operation: call.id.number
      )
    )
  }

  private func declared(_ query: ProviderQuery) -> Descriptor.MethodDeclaration? {
    lanes[query.provider]?.declaration?.methods[query.method.rawValue]
  }

  /// The freshness lifetime of a reply to a query, in milliseconds.
  private func freshMs(of query: ProviderQuery) -> Int {
    settings.freshMs[query.method] ?? declared(query)?.freshMs ?? 0
  }

  /// The same of a record in a list, which must not be from before the code that replies now.
  private func listedFreshMs(of query: ProviderQuery, _ turn: Turn) -> Int {
    min(freshMs(of: query), max(0, (turn.unixMs ?? 0) - self[query.provider].sinceMs))
  }

  /// Handles the result of a lookup; `cached` is `nil` if the cache has no entry.
  mutating func lookupReplied(_ number: Int, _ cached: CachedReply?, _ turn: inout Turn) {
    let id = ProviderCallID(number: number)
    guard let provider = lanes.first(where: { $0.value[id]?.isAbandoned == false })?.key else {
      return
    }
    var cached = cached
    // Other code replied then: it says nothing of this one, and must not hide its failures.
    if let reply = cached, reply.repliedMs < self[provider].sinceMs { cached = nil }
    if cached?.isOutdated(by: self[provider].declaration?.version) == true { cached?.freshMs = 0 }
    change(provider) { lane in lane.update(id) { $0.reply.cached = cached } }
    guard let call = self[provider][id] else { return }
    offerCached(of: call, to: call.waiters, &turn)
    if call.isLookingUp { proceedAfterLookup(id, at: provider, &turn) }
  }

  /// Offers the cached reply to waiters, in case no new one arrives.
  func offerCached(of call: LaneCall, to waiters: [Waiter], _ turn: inout Turn) {
    guard turn.unixMs != nil, let cached = call.reply.cached else { return }
    tell(waiters, call.query.provider, .cachedReplyFound(cached), &turn)
  }

  /// Serves the cached reply, or lets the call wait for its provider, when the lookup has ended or timed out.
  mutating func proceedAfterLookup(
    _ id: ProviderCallID,
    at provider: ProviderID,
    _ turn: inout Turn
  ) {
    guard let call = self[provider][id], let unixMs = turn.unixMs else { return }
    if let cached = call.reply.cached, call.query.isOffline || !call.bypassesCache {
      let isSufficient = call.query.isOffline || cached.isFresh(at: unixMs)
      if isSufficient || cached.isWithinStaleWindow(at: unixMs) {
        change(provider) { $0.remove(id) }
        if !isSufficient { revalidate(call, &turn) }
        var reply = call.reply
        reply.use(cached)
        return tell(call.waiters, provider, .ended(reply, .cached(cached)), &turn)
      }
    }
    do throws(Failure) {
      try admit(call.query, isBackground: call.isBackground, until: call.deadline, turn.now)
      enqueue(call, &turn)
    } catch {
      change(provider) { $0.remove(id) }
      tell(call.waiters, provider, .ended(call.reply, .notSent(.init(error))), &turn)
    }
  }

  /// Asks again for a stale reply that was served, if no other call has to wait for that.
  private mutating func revalidate(_ call: LaneCall, _ turn: inout Turn) {
    let provider = call.query.provider
    guard self[provider].queuedCount == 0, allowsExtra(provider, call.query.method, turn.now),
      (try? admit(call.query, isBackground: true, until: call.deadline, turn.now)) != nil
    else { return }
    let waiter = Waiter(ofHubUntil: call.deadline, bypassesCache: false)
    var new = newCall(call.query, for: waiter, .queued, &turn)
    new.reply.cached = call.reply.cached
    enqueue(new, &turn)
  }

  /// Stores a reply, and adds the retained records of the previous one.
  ///
  /// A reply that lacks a part does not replace the record of a complete one.
  ///
  /// - Returns: the reply with what was stored; `nil` if it is not one to be stored.
  func store(
    _ call: LaneCall,
    _ done: Done,
    _ attachment: [UInt8]?,
    _ turn: inout Turn
  ) -> ProviderReply? {
    guard let unixMs = turn.unixMs, isCacheable(call.query, turn) else { return nil }
    let isFile = Methods[call.query.method]?.isFile == true
    // A source that has no lyrics is not asked again soon, but a picture may be missing for any reason.
    guard !isFile || attachment != nil || call.query.method == .songLyrics,
      Methods[call.query.method]?.result != .report
    else { return nil }
    let freshMs = freshMs(of: call.query)
    var stored = CachedReply(
      repliedMs: unixMs,
      freshMs: min(freshMs, max(0, done.freshMs ?? freshMs)),
      records: call.reply.records.map { $0.fetched(at: unixMs) },
      skipped: call.reply.skipped
    )
    (stored.next, stored.total) = (call.reply.next, call.reply.total)
    stored.notes = call.reply.notes
    stored.version = lanes[call.query.provider]?.declaration?.version
    if isFile { (stored.media, stored.attachment) = (done.media, attachment) }
    if let old = call.reply.cached {
      stored.addRetained(of: old, method: call.query.method)
      let isSingle = Methods[call.query.method]?.isSingle == true
      if done.freshMs != nil, isSingle { stored.retainComplete(old, freshMs: freshMs) }
    }
    turn.perform(.storeReply(stored, to: call.query.cacheKey))
    var reply = call.reply
    reply.cached = stored
    if stored.records.count > reply.records.count || stored.isRetainedOnly { reply.use(stored) }
    return reply
  }
}
