import BusProtocol
import EntityResolution
import HubCore
import MusicModel

/// The replies on the simulated disk, and the records that were in the newest of them.
struct SimulatedRecords: Sendable {
  private var replies: [ProviderQuery: CachedReply] = [:]
  /// The queries whose records a search considers, the newest at the end.
  private var queries: [ProviderQuery] = []
  private static let maxQueries = 200

  mutating func store(_ reply: CachedReply, for query: ProviderQuery) {
    replies[query] = reply
    queries.removeAll { $0 == query }
    queries.append(query)
    if queries.count > SimulatedRecords.maxQueries { queries.removeFirst() }
  }

  /// Looks up a reply; the disk is usually fast, sometimes too slow, and sometimes has lost it.
  func lookUp(_ query: ProviderQuery, _ random: inout ScheduleRandom)
    -> (reply: CachedReply?, delayMs: Int)
  {
    let found = random.chance(90) ? replies[query] : nil
    return (found, random.chance(90) ? random.roll(0...5) : random.roll(50...400))
  }

  /// Looks up records of earlier replies to similar calls, on the same disk.
  func search(_ query: LibraryQuery, _ random: inout ScheduleRandom)
    -> (records: [LibraryRecord], delayMs: Int)
  {
    let isFound = random.chance(90)
    let delayMs = random.chance(90) ? random.roll(0...5) : random.roll(50...4_000)
    guard isFound else { return ([], delayMs) }
    var seen: Set<EntityID> = []
    let records = queries.reversed().flatMap { stored -> [LibraryRecord] in
      guard stored.method == query.method, let reply = replies[stored],
        query.subject.matches(stored.parameters, reply)
      else { return [] }
      return reply.records.filter { seen.insert($0.entity.id).inserted }.map { LibraryRecord($0) }
    }
    return (Array(records.prefix(query.maxRecords)), delayMs)
  }

  mutating func perform(_ action: CacheAction, maxBytes: Int, fails: Bool) -> CacheReport {
    if action == .clear { replies = [:] }
    let status = CacheStatus(entries: replies.count, bytes: 0, bytesMax: maxBytes, pinned: 0)
    return switch action {
    case _ where fails: .failed("It cannot be read.")
    case .recent: .recent([])
    case .library:
      .library(LibraryStatus(artists: 0, albums: 0, songs: 0, bytes: 0, bytesMax: maxBytes))
    case .status, .clear, .pin, .unpinAll: .status(status)
    }
  }
}

extension LibraryQuery.Subject {
  fileprivate func matches(_ parameters: CallParameters, _ reply: CachedReply) -> Bool {
    switch self {
    case .text(let text, let others): parameters.text == text && others.isEmpty
    case .ids(let ids):
      reply.records.contains { !Set($0.entity.ids).isDisjoint(with: ids) }
    case .list(let ids): parameters.id.map(ids.contains) ?? false
    }
  }
}
