import BusProtocol
import MusicModel

/// The ranked answers of recent questions, so that the next page neither repeats nor skips.
struct PageMemory: Sendable {
  /// What makes two questions the same list: all but which page of it is wanted.
  struct Key: Hashable, Sendable {
    private let method: Method
    private let parameters: CallParameters

    init(_ method: Method, _ parameters: CallParameters) {
      var rest = parameters
      rest.limit = nil
      rest.offset = nil
      rest.waitMs = nil
      rest.stream = nil
      self.method = method
      self.parameters = rest
    }
  }

  struct Kept: Sendable {
    let list: [Entity]
    let sources: [SourceReport]
    let at: Instant
    /// Whether the list is all that the sources have.
    let exact: Bool
  }

  private let capacity: Int
  private let lifeMs: Int
  private var lists: [Key: Kept] = [:]

  init(capacity: Int, lifeMs: Int) {
    self.capacity = max(1, capacity)
    self.lifeMs = lifeMs
  }

  var count: Int { lists.count }

  func recall(_ key: Key, at now: Instant) -> Kept? {
    lists[key].flatMap { now - $0.at <= lifeMs ? $0 : nil }
  }

  mutating func remember(_ kept: Kept, for key: Key) {
    lists = lists.filter { kept.at - $0.value.at <= lifeMs }
    if lists.count >= capacity, lists[key] == nil,
      let oldest = lists.min(by: { $0.value.at < $1.value.at })
    {
      lists[oldest.key] = nil
    }
    lists[key] = kept
  }
}
