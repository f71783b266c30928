import BusProtocol
import EntityResolution
import MusicModel

/// Cache lookups: a fresh cached reply ends a call, a stale one replaces a missing reply
/// (Protocol/client.md, "The provider cache").
extension ProviderCalls {
  /// Whether replies are looked up and stored; parts of songs never are.
  func isCacheable(_ query: ProviderQuery, _ turn: Turn) -> Bool {
    settings.hasProviderCache && turn.unixMs != nil && Methods[query.method]?.result != .stream
  }

  mutating func beginLookup(_ id: ProviderCallID, _ turn: inout Turn) {
    guard let call = calls[id] else { return }
    let waitMs = call.query.isOffline ? settings.offlineLookupMs : settings.cacheLookupMs
    turn.timers.set(.providerCall(.cacheLookup(id)), at: turn.now + waitMs)
    let isListed = declaration(of: call.query)?.listed == true
    turn.perform(
      .lookUpReply(
        call.query.cacheKey,
        listedFreshMs: isListed ? listedFreshMs(of: call.query, turn) : nil,
        operation: id.number
      )
    )
  }

  private func declaration(of query: ProviderQuery) -> Descriptor.MethodDeclaration? {
    queues[query.provider]?.declaration?.methods[query.method.rawValue]
  }

  /// The freshness lifetime of a reply to a query, in milliseconds.
  private func freshMs(of query: ProviderQuery) -> Int {
    settings.freshMs[query.method] ?? declaration(of: query)?.freshMs ?? 0
  }

  /// The same of a record in a list, which must not be from before the code that replies now.
  private func listedFreshMs(of query: ProviderQuery, _ turn: Turn) -> Int {
    let sinceMs = queues[query.provider]?.sinceMs ?? 0
    return min(freshMs(of: query), max(0, (turn.unixMs ?? 0) - sinceMs))
  }

  /// Handles the result of a lookup; `cached` is `nil` if the cache has no entry.
  mutating func lookupReplied(_ number: Int, _ cached: CachedReply?, _ turn: inout Turn) {
    let id = ProviderCallID(number: number)
    guard let call = calls[id], !call.isAbandoned else { return }
    var cached = cached
    // Other code replied then: it says nothing of this one, and must not hide its failures.
    if let queue = queues[call.provider], let reply = cached, reply.repliedMs < queue.sinceMs {
      cached = nil
    }
    if cached?.isOutdated(by: queues[call.provider]?.declaration?.version) == true {
      cached?.freshMs = 0
    }
    calls.update(id) { $0.reply.cached = cached }
    if let call = calls[id] { call.offerCached(to: call.waiters.map(\.id), &turn) }
    if call.isLookingUp { proceedAfterLookup(id, &turn) }
  }

  /// Serves the cached reply, or sends the call, when the lookup has ended or timed out.
  mutating func proceedAfterLookup(_ id: ProviderCallID, _ turn: inout Turn) {
    guard let call = calls[id], call.isLookingUp, let unixMs = turn.unixMs else { return }
    turn.timers.cancel(.providerCall(.cacheLookup(id)))
    if let cached = call.reply.cached, call.query.isOffline || !call.bypassesCache {
      let suffices = call.query.isOffline || cached.isFresh(at: unixMs)
      if suffices || cached.isWithinStaleWindow(at: unixMs) {
        guard let call = remove(id, &turn) else { return }
        if !suffices { revalidateInBackground(call, &turn) }
        var reply = call.reply
        reply.use(cached)
        return call.deliver(reply, .cached(cached), &turn)
      }
    }
    do throws(Failure) {
      try admit(call.query, isExtra: call.isExtra, until: call.deadline, turn.now)
      enqueue(id, &turn)
    } catch {
      if let call = remove(id, &turn) { call.deliver(call.reply, .notSent(.init(error)), &turn) }
    }
  }

  /// Refetches a stale reply that was served, if no other call has to wait for that.
  private mutating func revalidateInBackground(_ call: ProviderCall, _ turn: inout Turn) {
    guard calls[call.query] == nil, queues[call.provider]?.queued.isEmpty == true,
      (try? admit(call.query, isExtra: true, until: turn.now, turn.now)) != nil
    else { return }
    let waiter = Waiter(id: .revalidation, client: nil, deadline: call.deadline, isExtra: true)
    let id = begin(call.query, waiter, .queued, &turn)
    calls.update(id) { $0.reply.cached = call.reply.cached }
    enqueue(id, &turn)
  }

  /// Stores a reply, and adds the retained records of the previous one.
  ///
  /// A reply that lacks a part does not replace the record of a complete one.
  func storeReply(
    to call: ProviderCall,
    _ done: Done,
    _ attachment: [UInt8]?,
    _ turn: inout Turn
  ) -> ProviderReply {
    guard let unixMs = turn.unixMs, isCacheable(call.query, turn) else { return call.reply }
    let isFile = Methods[call.query.method]?.isFile == true
    // A source that has no lyrics is not asked again soon, but a picture may be missing for any reason.
    guard !isFile || attachment != nil || call.query.method == .songLyrics,
      Methods[call.query.method]?.result != .report
    else { return call.reply }
    let freshMs = freshMs(of: call.query)
    var stored = CachedReply(
      repliedMs: unixMs,
      freshMs: min(freshMs, max(0, done.freshMs ?? freshMs)),
      records: call.reply.items.map { CachedReply.Record($0, fetchedMs: unixMs) },
      skipped: call.reply.skipped
    )
    (stored.next, stored.total) = (call.reply.next, call.reply.total)
    stored.notes = call.reply.notes
    stored.version = queues[call.provider]?.declaration?.version
    if isFile { (stored.media, stored.attachment) = (done.media, attachment) }
    if let old = call.reply.cached {
      stored.addRetained(of: old, method: call.query.method)
      let isSingle = Methods[call.query.method]?.isSingle == true
      if done.freshMs != nil, isSingle { stored.retainComplete(old, freshMs: freshMs) }
    }
    turn.perform(.storeReply(stored, to: call.query.cacheKey))
    if call.renewsReplies { turn.post(.repliesOutdated(because: .providerReplyRenewed)) }
    var reply = call.reply
    reply.cached = stored
    if stored.records.count > reply.items.count || stored.isRetainedOnly { reply.use(stored) }
    return reply
  }
}
