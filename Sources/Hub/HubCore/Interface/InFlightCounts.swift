/// What the hub holds at one moment. Where nobody asks anything, all but the sessions is nothing.
package struct InFlightCounts: Hashable, Sendable {
  package var clients = 0
  package var calls = 0
  /// Clients' calls that watch the hub.
  package var watches = 0
  /// Calls to providers that have not ended.
  package var questions = 0
  /// Those of which it is being looked for what is kept.
  package var lookups = 0
  /// Whether answers wait for the favourites, to be marked.
  package var awaitsMarks = false
  /// Places in the queues of providers, waiting or taken.
  package var queued = 0
  /// Questions for which requests are reserved.
  package var reservations = 0
  /// Timers of calls and questions; those of the hub itself do not count.
  package var timers = 0

  package init() {}
}

extension Hub {
  package var load: InFlightCounts {
    var load = InFlightCounts()
    load.clients = sessions.clients.count
    load.calls = clientCalls.count
    load.watches = watchers.count
    providerCalls.addCounts(to: &load)
    load.awaitsMarks = favorites.awaitsMarks(at: turn.now)
    load.timers = timers.count(where: \.isOfCall)
    return load
  }
}

/// What the hub keeps so as to answer faster or better. Each of it has its bound.
package struct CacheSizes: Hashable, Sendable {
  /// Bytes of whole answers.
  package var answerBytes = 0
  /// Lists that further pages are cut from, and the entities in them.
  package var lists = 0
  package var listedEntities = 0
  package var entities = 0
  package var links = 0
  /// Verdicts that are not on the disk yet.
  package var orders = 0
}

extension Hub {
  package var holdings: CacheSizes {
    CacheSizes(
      answerBytes: replyCaches.replyBytes,
      lists: replyCaches.listCount,
      listedEntities: replyCaches.listedEntityCount,
      entities: entityIndex.entityCount,
      links: entityIndex.linkCount,
      orders: entityIndex.pendingVerdictCount
    )
  }
}
