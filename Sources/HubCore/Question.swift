import BusProtocol
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
    case resolution
    /// The bytes of a picture or sound.
    case media
  }

  let provider: ProviderID
  let method: Method
  let purpose: Purpose
  /// The call that it serves; nothing when that one ended without it.
  var call: CallKey?
  let asked: Instant
  let deadline: Instant
  var items: [Entity] = []
  var skipped = 0
  var parts = 0
}
