import BusProtocol
import MusicModel

/// Results of recent calls, from which pages are cut: the next page neither repeats nor skips entities, and an equal call
/// asks nobody while every source in the result is fresh.
struct ListCache: Sendable {
  /// The parameters of a call, without those that select a page.
  struct Key: Hashable, Sendable {
    private let method: Method
    private let parameters: CallParameters

    init(_ request: ClientRequest) {
      var rest = request.parameters
      rest.limit = nil
      rest.offset = nil
      rest.waitMs = nil
      rest.stream = nil
      method = request.method
      parameters = rest
    }
  }

  struct Entry: Sendable {
    let result: ListResult
    let at: Instant
    let continuation: ListContinuation
    /// The end of the time in which it replies to equal calls.
    fileprivate(set) var freshUntil: Instant

    /// - Parameter freshMs: the time until the first source is stale; 0 if one is missing.
    init(_ result: ListResult, _ continuation: ListContinuation, at now: Instant, freshMs: Int) {
      self.result = result
      self.continuation = continuation
      at = now
      freshUntil = now + freshMs
    }

    /// The number of entities and records that it contains.
    var count: Int { result.list.count + continuation.recordCount }

    /// Whether it has the page of a call: the first page while it is fresh, later ones as long as it is there.
    func suffices(for request: ClientRequest, at now: Instant) -> Bool {
      guard request.offset > 0 || (request.parameters.cache == nil && now < freshUntil) else {
        return false
      }
      return result.list.count >= request.offset + request.pageLength || !result.mayGrow
    }

    /// The list as it is sent again, with the age of its sources.
    func again(at now: Instant) -> ListResult {
      let sources = result.sources.map { source in
        var source = source.givenAgain
        source.ageMs = (source.ageMs ?? 0) + (now - at)
        return source
      }
      return ListResult(
        result.list,
        sources,
        exact: result.exact,
        mayGrow: result.mayGrow,
        reportedTotal: result.reportedTotal
      )
    }
  }

  /// The change that made entries invalid.
  enum Invalidation: Hashable, Sendable {
    case providersChanged
    case favoritesChanged
    /// A caller that bypasses the caches got a newer reply.
    case providerReplyRenewed
    case verdictsChanged
    /// Entities that were shown as several are one.
    case entitiesJoined
    /// A client cleared the caches.
    case cleared

    /// Whether later pages would not follow the first one any more, either.
    fileprivate var affectsPages: Bool { self == .verdictsChanged || self == .cleared }
  }

  private let settings: HubSettings
  /// The entry with the lowest number is the oldest.
  private var entries: [Key: (entry: Entry, number: Int)] = [:]
  private var number = 0
  private(set) var entityCount = 0

  var count: Int { entries.count }

  init(_ settings: HubSettings) { self.settings = settings }

  func lookup(_ request: ClientRequest, at now: Instant) -> Entry? {
    entries[Key(request)].flatMap { now - $0.entry.at <= settings.listCacheMs ? $0.entry : nil }
  }

  /// Stores the result of a call; `freshMs` is the freshness lifetime of each source's reply, in the order of the sources.
  mutating func store(
    _ result: ListResult,
    of call: ClientCall,
    freshMs: [Int],
    at now: Instant
  ) {
    // An equal call must not get a first page whose next one is gone.
    let maxMs = settings.listCacheMs / (result.next(after: call.request) == nil ? 1 : 2)
    let entry = Entry(
      result,
      ListContinuation(call.gathering, of: result),
      at: now,
      freshMs: min(maxMs, freshnessLifetime(of: result.sources, freshMs))
    )
    let key = Key(call.request)
    remove(key)
    for (old, value) in entries where now - value.entry.at > settings.listCacheMs { remove(old) }
    number += 1
    entries[key] = (entry, number)
    entityCount += entry.count
    while entries.count > settings.maxCachedLists || entityCount > settings.maxCachedListEntities,
      let oldest
    { remove(oldest) }
  }

  mutating func clear(because change: Invalidation) {
    if change.affectsPages {
      entries = [:]
      entityCount = 0
    } else {
      for (key, value) in entries { entries[key]?.entry.freshUntil = value.entry.at }
    }
  }

  /// The time until the first source is stale, in milliseconds; 0 if a source is missing.
  private func freshnessLifetime(of sources: [SourceReport], _ freshMs: [Int]) -> Int {
    let lifetimes = zip(sources, freshMs).map { source, freshMs in
      switch source.outcome {
      case .ok, .empty, .cached: freshMs - (source.ageMs ?? 0)
      case .notLinked: settings.notLinkedMs
      default: 0
      }
    }
    return max(0, lifetimes.min() ?? 0)
  }

  private var oldest: Key? { entries.min { $0.value.number < $1.value.number }?.key }

  private mutating func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    entityCount -= old.entry.count
  }
}
