import BusProtocol
import EntityResolution
import MusicModel

/// The reply to a provider call as received so far, or from the cache.
struct ProviderReply: Sendable {
  let provider: ProviderID
  let submitted: Instant
  private(set) var items: [Entity] = []
  /// The number of skipped records.
  private(set) var skipped = 0
  /// Whether all of it has arrived.
  private(set) var isComplete = false
  /// The position of the following items at the source, if there are any.
  private(set) var next: ListPosition?
  /// The number of all items, if the source reports it.
  private(set) var total: Int?
  /// Notes for the user.
  private(set) var notes: [String] = []
  /// The report on what the user has.
  private(set) var collection: CollectionReport?
  /// Fetch times, in milliseconds since 1970, of the items that are not new.
  private(set) var recordTimes: [EntityID: Int] = [:]
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

  /// The items as records of their provider.
  var records: [SourceRecord] { items.map { SourceRecord(provider: provider, entity: $0) } }

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

  /// Replaces the items with those of a cached reply.
  mutating func use(_ cached: CachedReply) {
    self.cached = cached
    items = cached.records.map(\.entity)
    (skipped, notes) = (cached.skipped, cached.notes)
    (next, total, isComplete) = (cached.next, cached.total, true)
    for record in cached.records where record.fetchedMs < cached.repliedMs {
      recordTimes[record.entity.id] = record.fetchedMs
    }
  }

  mutating func append(_ received: LenientList<Entity>, maxCount: Int) {
    let room = max(0, maxCount - items.count)
    items += received.elements.prefix(room).map(\.plausible)
    skip(received.skipped + max(0, received.elements.count - room))
  }

  mutating func skip(_ count: Int) {
    let count = count.clamped(to: 0...ProviderReply.maxSkipped)
    skipped = min(ProviderReply.maxSkipped, skipped + count)
  }

  mutating func removeItems() { items = [] }
}

/// The end of a provider call.
enum ProviderCallResult: Sendable {
  case replied(Done, attachment: [UInt8]?)
  /// The reply is a cached one.
  case cached(CachedReply)
  case failed(SourceReport.SourceError)
  /// The call was begun, but not sent; the cache had no reply that suffices.
  case notSent(SourceReport.SourceError)
  /// The reply violated the protocol; items received before are not used either.
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
