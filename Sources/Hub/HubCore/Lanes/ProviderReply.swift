package import BusProtocol
package import EntityResolution
package import MusicModel

/// The content of a provider call. Equal queries in flight are coalesced.
package struct ProviderQuery: Hashable, Sendable {
  package let provider: ProviderID
  package let method: Method
  package let parameters: CallParameters
  /// Whether only a cached reply may be used.
  package let isOffline: Bool

  package init(
    provider: ProviderID,
    method: Method,
    parameters: CallParameters,
    cache: CallParameters.CacheMode? = nil
  ) {
    self.provider = provider
    self.method = method
    self.parameters = parameters
    isOffline = cache == .only
  }

  /// The query under which the reply is cached.
  ///
  /// Other known ids of the entity and the known name of an artist do not matter to it, except that
  /// lyrics are looked for by the names.
  var cacheKey: ProviderQuery {
    var parameters = parameters
    parameters.ids = nil
    if parameters.id != nil, method != .songLyrics { parameters.artist = nil }
    return ProviderQuery(provider: provider, method: method, parameters: parameters)
  }
}

/// The reply to a provider call as received so far, or from the cache.
struct ProviderReply: Sendable {
  let provider: ProviderID
  let submitted: Instant
  /// What it lists. New records have no fetch time: whoever uses them gives all the same, so that it does not matter which source was a
  /// moment faster.
  private(set) var records: [SourceRecord] = []
  /// The number of skipped records.
  private(set) var skipped = 0
  /// Whether all of it has arrived.
  private(set) var isComplete = false
  /// The position of the following records at the source, if there are any.
  private(set) var next: ListPosition?
  /// The number of all records, if the source reports it.
  private(set) var total: Int?
  /// Notes for the user.
  private(set) var notes: [String] = []
  /// The report on what the user has.
  private(set) var collection: CollectionReport?
  /// The cached reply to the same query, if found.
  var cached: CachedReply?

  /// Reports show at most this many skipped records.
  private static let maxSkipped = 1_000_000
  private static let maxTotal = 1_000_000_000
  private static let maxNotes = 8

  init(provider: ProviderID, submitted: Instant) {
    self.provider = provider
    self.submitted = submitted
  }

  /// Takes where the list continues after the requested position, and its length.
  mutating func takePosition(from done: Done, after position: ListPosition?) {
    isComplete = true
    total = done.total.map { $0.clamped(to: 0...ProviderReply.maxTotal) }
    next = done.listPosition.flatMap { $0.follows(position) ? $0 : nil }
  }

  mutating func takeReport(from done: Done) { collection = done.collection?.first }

  /// Takes the first notes, each cut to a maximum length.
  mutating func takeNotes(from done: Done, maxLength: Int) {
    notes = (done.notes ?? []).prefix(ProviderReply.maxNotes).map { String($0.prefix(maxLength)) }
  }

  /// Replaces the records with those of a cached reply.
  mutating func use(_ cached: CachedReply) {
    self.cached = cached
    records = cached.records.map { record in
      var record = record
      if !cached.isRetained(record) { record.fetchedMs = nil }
      return record
    }
    (skipped, notes) = (cached.skipped, cached.notes)
    (next, total, isComplete) = (cached.next, cached.total, true)
  }

  mutating func append(_ received: LenientList<Entity>, maxCount: Int) {
    let room = max(0, maxCount - records.count)
    records += received.elements.prefix(room).map {
      SourceRecord(provider: provider, entity: $0.plausible)
    }
    skip(received.skipped + max(0, received.elements.count - room))
  }

  mutating func skip(_ count: Int) {
    let count = count.clamped(to: 0...ProviderReply.maxSkipped)
    skipped = min(ProviderReply.maxSkipped, skipped + count)
  }

  mutating func removeRecords(where isRemoved: (SourceRecord) -> Bool) {
    records.removeAll(where: isRemoved)
  }

  mutating func removeRecords() { records = [] }
}

/// The end of a provider call.
enum ProviderCallResult: Sendable {
  case replied(Done, attachment: [UInt8]?)
  /// The reply is a cached one.
  case cached(CachedReply)
  case failed(SourceReport.SourceError)
  /// The call was begun, but not sent; the cache had no sufficient reply.
  case notSent(SourceReport.SourceError)
  /// The reply violated the protocol; records received before are not used either.
  case malformed(SourceReport.SourceError)
  /// The call was not begun.
  case rejected(SourceReport.SourceError)
}

extension SourceReport.SourceError {
  init(_ failure: Failure) {
    self.init(
      code: failure.code,
      message: failure.message,
      retryAfterMs: failure.retryAfterMs
    )
  }

  init(_ code: ErrorCode, _ message: String) { self.init(code: code, message: message) }
}

/// A provider's reply to a query, as cached on disk.
package struct CachedReply: Hashable, Sendable {
  /// The time of the last reply of the provider, in milliseconds since 1970.
  package var repliedMs: Int
  /// The freshness lifetime, in milliseconds.
  package var freshMs: Int
  /// A record stays valid when a later reply does not contain it; it is older than that then, and retained.
  package var records: [SourceRecord]
  package var skipped: Int
  /// The position of the following records at the source, if there are any.
  package var next: ListPosition?
  /// The number of all records, if the source reports it.
  package var total: Int?
  /// Notes for the user.
  package var notes: [String] = []
  package var media: Done.Media?
  package var attachment: [UInt8]?
  /// The version of the provider that replied, if it is known.
  package var version: String?

  package init(repliedMs: Int, freshMs: Int, records: [SourceRecord] = [], skipped: Int = 0) {
    self.repliedMs = repliedMs
    self.freshMs = freshMs
    self.records = records
    self.skipped = skipped
  }
}

extension CachedReply {
  /// The tolerance for a clock that was set back, in milliseconds.
  ///
  /// Replies that seem to be further in the future are not trusted.
  private static let clockSlackMs = 60_000

  /// Whether another version of the provider replied than the one that runs, if that is known.
  func isOutdated(by version: String?) -> Bool {
    guard let version, let own = self.version else { return false }
    return own != version
  }

  /// Whether the reply is fresh, so that the provider need not be queried.
  package func isFresh(at wallMs: Int) -> Bool {
    (-CachedReply.clockSlackMs..<max(freshMs, 0)).contains(wallMs - repliedMs)
  }

  /// Whether the reply may be served stale while it is revalidated in the background.
  func isWithinStaleWindow(at wallMs: Int) -> Bool {
    !isEmpty && (0..<2 * freshMs).contains(wallMs - repliedMs)
  }

  /// Whether it contains neither records nor a file.
  var isEmpty: Bool { records.isEmpty && attachment == nil }

  /// The age of the newest record, in milliseconds.
  func ageMs(at wallMs: Int) -> Int {
    max(0, wallMs - (records.compactMap(\.fetchedMs).max() ?? repliedMs))
  }

  /// Whether the last reply of the provider contained none of the records.
  var isRetainedOnly: Bool { !records.isEmpty && records.allSatisfy(isRetained) }

  /// Whether only an earlier reply of the provider contained a record.
  fileprivate func isRetained(_ record: SourceRecord) -> Bool {
    (record.fetchedMs ?? repliedMs) < repliedMs
  }

  /// Adds retained records of the previous reply.
  ///
  /// To a list that belongs to one entity it adds each missing record; to other replies it adds all
  /// records, but only if the new reply has none.
  mutating func addRetained(of old: CachedReply, method: Method) {
    guard records.isEmpty || Methods[method]?.retainsRecords == true else { return }
    let current = Set(records.flatMap(\.entity.ids))
    let oldestMs = repliedMs - Catalog.retentionMs
    let left = old.records.filter { record in
      (record.fetchedMs ?? repliedMs) >= oldestMs && current.isDisjoint(with: record.entity.ids)
    }
    records += left.prefix(max(0, CachedReply.maxRecords - records.count))
  }

  /// Retains the records and notes of a complete reply, if this one lacks a part.
  ///
  /// `freshMs` is the freshness lifetime of a complete reply.
  mutating func retainComplete(_ old: CachedReply, freshMs completeMs: Int) {
    let isComplete = old.freshMs >= completeMs || old.isRetainedOnly
    guard isComplete, old.ageMs(at: repliedMs) < Catalog.retentionMs, !old.records.isEmpty else {
      return
    }
    (records, notes, skipped) = (old.records, old.notes, old.skipped)
  }

  private static let maxRecords = 400
}
