import BusProtocol
import MusicModel

/// Replies of the hub that can serve later calls: encoded, to be sent again, and as lists, to cut
/// further pages from.
struct ReplyCaches: Sendable {
  private var replies: ReplyCache
  private var lists: ListCache
  private let settings: HubSettings

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

    /// Whether lists are cut differently, too; otherwise only what surrounds them changes.
    fileprivate var affectsLists: Bool {
      switch self {
      case .verdictsChanged, .cleared: true
      case .providersChanged, .favoritesChanged, .providerReplyRenewed, .entitiesJoined: false
      }
    }
  }

  init(_ settings: HubSettings) {
    self.settings = settings
    replies = ReplyCache(maxBytes: settings.replyCacheBytes)
    lists = ListCache(
      lists: settings.maxCachedLists,
      entities: settings.maxCachedListEntities,
      lifetimeMs: settings.listCacheMs
    )
  }

  var replyCount: Int { replies.count }
  var replyBytes: Int { replies.bytes }
  var listCount: Int { lists.count }
  var listedEntityCount: Int { lists.entityCount }

  /// The fresh reply to an equal call, or `nil`.
  mutating func reply(
    to call: String,
    _ method: Method,
    _ body: [UInt8]?,
    at now: Instant
  ) -> ReplyMessages? {
    guard let key = ReplyCache.Key(method, body), let reply = replies.lookup(key, at: now) else {
      return nil
    }
    return ReplyMessages(to: call, parts: reply.parts, done: reply.done(at: now), settings)
  }

  /// The list that a call continues, or `nil`.
  func list(for key: ListCache.Key, at now: Instant) -> ListCache.Entry? {
    lists.lookup(key, at: now)
  }

  mutating func store(_ list: ListCache.Entry, for key: ListCache.Key) {
    lists.store(list, for: key)
  }

  /// Stores a reply for as long as every source in it is fresh, unless a source is missing.
  /// `freshMs` is the freshness lifetime of each source's reply, in the order of its sources.
  ///
  /// - Returns: the reply if it was stored, so that it need not be encoded again.
  mutating func store(
    _ result: ListResult,
    _ page: [Entity],
    _ done: Done,
    isStreamed: Bool,
    _ freshMs: [Int],
    for key: ReplyCache.Key,
    at now: Instant
  ) -> EncodedReply? {
    guard page.count <= settings.itemsPerMessage,
      let freshMs = freshnessLifetime(of: result.sources, freshMs), freshMs > 0
    else { return nil }
    var done = done
    var parts: [Part] = []
    if !isStreamed {
      done.items = LenientList(page)
    } else if !page.isEmpty {
      parts = [Part(upsert: page, gone: [])]
    }
    // The next page is cut from a list, which expires earlier.
    let maxMs = min(settings.replyCacheMs, done.next == nil ? .max : settings.listCacheMs / 2)
    let reply = EncodedReply(
      parts: parts,
      done: done,
      sources: result.sources,
      at: now,
      freshUntil: now + min(freshMs, maxMs)
    )
    guard let reply, reply.largestBody <= settings.limits.bodyBytes else { return nil }
    replies.store(reply, for: key)
    return reply
  }

  mutating func clear(because change: Invalidation) {
    replies.clear()
    if change.affectsLists { lists.clear() }
  }

  /// The time until the first source is stale, in milliseconds; `nil` if a source is missing.
  private func freshnessLifetime(of sources: [SourceReport], _ freshMs: [Int]) -> Int? {
    var lifetimeMs: Int?
    for (source, freshMs) in zip(sources, freshMs) {
      switch source.outcome {
      case .ok, .empty, .cached:
        lifetimeMs = min(lifetimeMs ?? .max, freshMs - (source.ageMs ?? 0))
      case .notLinked: lifetimeMs = min(lifetimeMs ?? .max, settings.notLinkedMs)
      default: return nil
      }
    }
    return lifetimeMs
  }
}
