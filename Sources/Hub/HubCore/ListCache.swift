import BusProtocol
import MusicModel

/// The ranked answers of recent questions, so that the next page neither repeats nor skips.
struct ListCache: Sendable {
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
    /// Whether a source has more and can be asked for it.
    let mayGrow: Bool
    /// How many hits each source was asked for.
    let depth: Int

    init(_ answer: ListResult, depth: Int, at now: Instant) {
      self.depth = depth
      list = answer.list
      sources = answer.sources
      at = now
      exact = answer.exact
      mayGrow = answer.mayGrow
    }
  }

  private let lists: Int
  private let entities: Int
  private let lifeMs: Int
  /// The number says which is older.
  private var kept: [Key: (value: Kept, number: Int)] = [:]
  private var number = 0
  private(set) var entityCount = 0

  var count: Int { kept.count }

  init(lists: Int, entities: Int, lifeMs: Int) {
    self.lists = lists
    self.entities = entities
    self.lifeMs = lifeMs
  }

  func recall(_ key: Key, at now: Instant) -> Kept? {
    kept[key].flatMap { now - $0.value.at <= lifeMs ? $0.value : nil }
  }

  mutating func remember(_ new: Kept, for key: Key) {
    forget(key)
    for (old, entry) in kept where new.at - entry.value.at > lifeMs { forget(old) }
    number += 1
    kept[key] = (new, number)
    entityCount += new.list.count
    while kept.count > lists || entityCount > entities, let oldest = oldest { forget(oldest) }
  }

  mutating func removeAll() {
    kept = [:]
    entityCount = 0
  }

  private var oldest: Key? { kept.min { $0.value.number < $1.value.number }?.key }

  private mutating func forget(_ key: Key) {
    guard let gone = kept.removeValue(forKey: key) else { return }
    entityCount -= gone.value.list.count
  }
}
