import BusProtocol
import MusicModel

/// Results of recent calls, from which pages are cut.
///
/// A later page follows from the result as long as that is here, so that it neither repeats nor skips entities. A first page is cut
/// only from a result that the call for a first page has made, while every source in it is fresh.
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
      // Who searches, and not what.
      rest.lookup = nil
      method = request.method
      parameters = rest
    }
  }

  struct Entry: Sendable {
    let result: ListResult
    let at: Instant
    let continuation: ListContinuation
    /// The end of the page for which it was made.
    fileprivate let end: Int
    /// The end of the time in which first pages are cut from it.
    fileprivate var freshUntil: Instant

    /// The number of entities and records that it contains.
    var count: Int { result.list.count + continuation.recordCount }

    /// Whether it has the page of a call.
    func isSufficient(for request: ClientRequest, at now: Instant) -> Bool {
      let end = request.offset + request.pageLength
      let isWhole = result.list.count >= end || !result.mayGrow
      guard request.offset == 0 else { return isWhole }
      // A page that the sources could not fill is not filled by asking them again.
      return request.parameters.cache == nil && now < freshUntil && (isWhole || end <= self.end)
    }

    /// The list as it is sent again, with the age of its sources.
    func again(at now: Instant) -> ListResult {
      var result = result
      result.sources = result.sources.map { source in
        var source = source.asCached
        source.ageMs = (source.ageMs ?? 0) + (now - at)
        return source
      }
      return result
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

  /// The state of the favourites whose marks are in the entries.
  var favoritesRevision = 0
  private let settings: HubSettings
  /// The entry with the lowest number was not used for the longest time.
  private var entries: [Key: (entry: Entry, number: Int)] = [:]
  private var number = 0
  private(set) var entityCount = 0

  var count: Int { entries.count }

  init(_ settings: HubSettings) { self.settings = settings }

  /// The result for a call, which need not suffice for it: a later page also continues a result that is not fresh any more.
  mutating func lookup(_ request: ClientRequest, at now: Instant) -> Entry? {
    let key = Key(request)
    guard let entry = entries[key]?.entry, now - entry.at <= settings.listCacheMs else {
      return nil
    }
    number += 1
    entries[key]?.number = number
    return entry
  }

  /// Stores the result of a call; `freshMs` is the freshness lifetime of each source's reply, in the order of the sources. `isWhole` is
  /// whether the call has waited for all that it looked up.
  mutating func store(
    _ result: ListResult,
    of call: ClientCall,
    freshMs: [Int],
    isWhole: Bool,
    at now: Instant
  ) {
    let key = Key(call.request)
    // A first page must not be cut from a list whose next page is gone before the client asks for it.
    let hasPages = result.list.count > 1 || result.mayGrow
    let maxMs = hasPages ? settings.listCacheMs / 2 : settings.listCacheMs
    let lifetimeMs = isWhole ? freshnessLifetime(of: result.sources, freshMs) : 0
    var freshUntil = now + min(maxMs, lifetimeMs)
    if call.request.offset > 0 {
      // What is appended for a later page is not ranked among the first ones.
      freshUntil = min(freshUntil, entries[key]?.entry.freshUntil ?? now)
    }
    let entry = Entry(
      result: result,
      at: now,
      continuation: ListContinuation(call.gathering, of: result),
      end: call.request.offset + call.request.pageLength,
      freshUntil: freshUntil
    )
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

/// The replies from which a list was built, to be continued for a later page.
struct ListContinuation: Sendable {
  /// The number of hits requested from each source.
  let depth: Int
  /// The records of each source, with which further ones are merged.
  let branches: [ProviderID: FanOutBranch]

  init(_ gathering: Gathering, of result: ListResult) {
    depth = gathering.depth
    branches = result.mayGrow ? gathering.branches : [:]
  }

  var recordCount: Int { branches.values.reduce(0) { $0 + $1.items.records.count } }
}
