import BusProtocol
import Catalog
import MusicModel

/// The hub's own name for a call that it makes to a provider.
struct QuestionKey: Hashable, Sendable, Comparable {
  let number: Int

  init(number: Int) { self.number = number }

  /// Reads the name as it stands in `re`.
  init?(_ text: String) {
    guard text.hasPrefix("q"), let number = Int(text.dropFirst()) else { return nil }
    self.number = number
  }

  var text: String { "q\(number)" }

  static func < (left: QuestionKey, right: QuestionKey) -> Bool { left.number < right.number }
}

/// A call to a provider that has not ended.
struct Question: Sendable {
  /// What its answer is for.
  enum Purpose: Hashable, Sendable {
    /// The answer itself.
    case answer
    /// Which id the provider has for the entity that is asked about.
    case resolution(of: EntityID, as: EntityName)
    /// The bytes of a picture or sound.
    case media
  }

  let provider: ProviderID
  let method: Method
  let parameters: CallParameters
  let purpose: Purpose
  /// The call that it serves; nothing when that one ended without it.
  var call: CallKey?
  let asked: Instant
  let deadline: Instant
  var items: [Entity] = []
  var skipped = 0
  var parts = 0

  init(
    to provider: ProviderID,
    _ method: Method,
    _ parameters: CallParameters,
    for purpose: Purpose,
    of call: CallKey,
    asked: Instant,
    deadline: Instant
  ) {
    self.provider = provider
    self.method = method
    self.parameters = parameters
    self.purpose = purpose
    self.call = call
    self.asked = asked
    self.deadline = deadline
  }

  /// What came so far, as the catalogue takes it.
  var records: [SourceRecord] { items.map { SourceRecord(provider: provider, entity: $0) } }
}

extension Question {
  /// A source that skipped more than this is told as one that skipped this many.
  private static let skippedMax = 1_000_000

  /// Counts records that were left out.
  mutating func skip(_ count: Int) {
    skipped = min(Question.skippedMax, skipped + count.clamped(to: 0...Question.skippedMax))
  }
}
