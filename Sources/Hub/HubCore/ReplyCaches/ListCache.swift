import BusProtocol
import MusicModel

/// Ranked lists of recent replies, so that the next page neither repeats nor skips entities.
struct ListCache: Sendable {
  /// The parameters of a list, without those that select a page of it.
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

  struct Entry: Sendable {
    let result: ListResult
    let at: Instant
    let continuation: ListContinuation

    init(_ result: ListResult, _ continuation: ListContinuation, at now: Instant) {
      self.result = result
      self.continuation = continuation
      at = now
    }

    /// The number of entities and records that it contains.
    var count: Int { result.list.count + continuation.recordCount }

    /// Whether it reaches so far, or contains all that the sources have.
    func suffices(upTo end: Int) -> Bool { result.list.count >= end || !result.mayGrow }

    /// The list as it is sent again, with the age of its sources.
    func cached(at now: Instant) -> ListResult {
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

  private let maxLists: Int
  private let maxEntities: Int
  private let lifetimeMs: Int
  /// The entry with the lowest number is the oldest.
  private var entries: [Key: (entry: Entry, number: Int)] = [:]
  private var number = 0
  private(set) var entityCount = 0

  var count: Int { entries.count }

  init(lists: Int, entities: Int, lifetimeMs: Int) {
    maxLists = lists
    maxEntities = entities
    self.lifetimeMs = lifetimeMs
  }

  func lookup(_ key: Key, at now: Instant) -> Entry? {
    entries[key].flatMap { now - $0.entry.at <= lifetimeMs ? $0.entry : nil }
  }

  mutating func store(_ new: Entry, for key: Key) {
    remove(key)
    for (old, value) in entries where new.at - value.entry.at > lifetimeMs { remove(old) }
    number += 1
    entries[key] = (new, number)
    entityCount += new.count
    while entries.count > maxLists || entityCount > maxEntities, let oldest { remove(oldest) }
  }

  mutating func clear() {
    entries = [:]
    entityCount = 0
  }

  private var oldest: Key? { entries.min { $0.value.number < $1.value.number }?.key }

  private mutating func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    entityCount -= old.entry.count
  }
}
