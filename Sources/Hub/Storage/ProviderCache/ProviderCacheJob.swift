package import HubCore

/// Something that the provider cache does.
package enum ProviderCacheJob: DiskJob {
  case lookUp(ProviderQuery, operation: Int)
  case store(CachedReply, ProviderQuery)
  case recordSearch(ReplyStore.Search)
  case perform(CacheAction, operation: Int)

  package var bytes: Int {
    guard case .store(let reply, _) = self else { return 256 }
    return 512 + reply.records.count * 1024 + (reply.attachment?.count ?? 0)
  }

  package var canWait: Bool {
    switch self {
    case .store, .recordSearch: true
    case .lookUp, .perform: false
    }
  }

  package func failed(_ reason: String) -> Event? {
    switch self {
    case .lookUp(_, let operation): .lookupCompleted(operation: operation, nil)
    case .perform(_, let operation): .cacheActionCompleted(operation: operation, .failed(reason))
    case .store, .recordSearch: nil
    }
  }

  /// Takes the next jobs. A call waits for each lookup, so lookups overtake stores, but not cache
  /// actions and not the reply to their own query.
  package static func takeBatch(from jobs: inout [ProviderCacheJob]) -> [ProviderCacheJob] {
    guard !jobs.allSatisfy(\.canWait) else { return [jobs.removeFirst()] }
    var stored: Set<ProviderQuery> = []
    for (index, job) in jobs.enumerated() {
      switch job {
      case .lookUp(let query, _):
        if !stored.contains(query) { return [jobs.remove(at: index)] }
      case .store(_, let query): stored.insert(query)
      case .recordSearch: break
      case .perform: return [jobs.removeFirst()]
      }
    }
    return [jobs.removeFirst()]
  }
}
