package import BusProtocol
import EntityResolution
package import MusicModel

/// The hub's own name for a call that it makes to a provider.
struct ProviderCallID: Hashable, Sendable, Comparable {
  let number: Int

  init(number: Int) { self.number = number }

  /// Reads the name as it stands in `re`.
  init?(_ text: String) {
    guard text.hasPrefix("q"), let number = Int(text.dropFirst()) else { return nil }
    self.number = number
  }

  var text: String { "q\(number)" }

  static func < (left: ProviderCallID, right: ProviderCallID) -> Bool { left.number < right.number }
}

/// What is asked of whom. Equal ones in flight are asked once.
package struct ProviderQuery: Hashable, Sendable {
  package let provider: ProviderID
  package let method: Method
  package let parameters: CallParameters
  /// Whether only what is kept is wanted.
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

  /// The question under which an answer is kept: which other ids are known of a thing, and whether
  /// anybody is asked, makes no other question of it.
  var asKept: ProviderQuery {
    var parameters = parameters
    parameters.ids = nil
    return ProviderQuery(provider: provider, method: method, parameters: parameters)
  }
}

/// Who waits for the answer to a question, and what for.
struct Waiter: Sendable {
  enum Purpose: Hashable, Sendable {
    /// The answer itself.
    case answer
    /// Which id the provider has for the entity that is asked about.
    case resolution(of: EntityID, as: SearchTerms)
    /// The bytes of a picture or sound.
    case media
  }

  /// The call that it serves; nothing when that one ended without it. What comes is kept then.
  var call: ClientCallID?
  let purpose: Purpose
  let deadline: Instant
}

/// A call to a provider that has not ended.
struct ProviderCall: Sendable {
  let text: ProviderQuery
  var askers: [Waiter]
  let asked: Instant
  /// When it is given up: the latest of those who asked before it was sent. The provider is told.
  private(set) var deadline: Instant
  private(set) var sent: Instant?
  var items: [Entity] = []
  private(set) var skipped = 0
  var parts = 0
  /// What was answered before, once that is found.
  var kept: CachedReply?
  /// Whether it is still being found out what is kept.
  var isLooking = false
  /// When those of its items were told that are not new.
  private(set) var recordTimes: [EntityID: Int] = [:]

  var provider: ProviderID { text.provider }

  init(_ text: ProviderQuery, for asker: Waiter, asked: Instant) {
    self.text = text
    self.askers = [asker]
    self.asked = asked
    self.deadline = asker.deadline
  }

  /// What came so far, as the catalogue takes it.
  var records: [SourceRecord] { items.map { SourceRecord(provider: provider, entity: $0) } }

  mutating func join(_ asker: Waiter) {
    askers.append(asker)
    if sent == nil { deadline = max(deadline, asker.deadline) }
  }

  /// One call no longer wants the answer.
  mutating func leave(_ call: ClientCallID) {
    askers.removeAll { $0.call == call }
    if sent == nil, let latest = askers.map(\.deadline).max() { deadline = latest }
  }

  /// Holds what is kept for its items, new or not.
  mutating func take(_ kept: CachedReply) {
    self.kept = kept
    items = kept.records.map(\.entity)
    skipped = kept.skipped
    for record in kept.records where record.fetchedMs < kept.askedMs {
      recordTimes[record.entity.id] = record.fetchedMs
    }
  }

  mutating func send(at now: Instant) { sent = now }

  /// A source that skipped more than this is told as one that skipped this many.
  private static let skippedMax = 1_000_000

  /// Counts records that were left out.
  mutating func skip(_ count: Int) {
    skipped = min(ProviderCall.skippedMax, skipped + count.clamped(to: 0...ProviderCall.skippedMax))
  }
}
