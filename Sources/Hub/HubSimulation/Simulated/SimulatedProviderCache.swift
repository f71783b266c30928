import BusProtocol
import HubCore

/// The provider cache of the simulated disk.
struct SimulatedProviderCache: Sendable {
  private var replies: [ProviderQuery: CachedReply] = [:]

  mutating func store(_ reply: CachedReply, for query: ProviderQuery) { replies[query] = reply }

  /// Looks up a reply; the disk is usually fast, sometimes too slow, and sometimes has lost it.
  func lookUp(_ query: ProviderQuery, _ random: inout ScheduleRandom)
    -> (reply: CachedReply?, delayMs: Int)
  {
    let found = random.chance(90) ? replies[query] : nil
    return (found, random.chance(90) ? random.roll(0...5) : random.roll(50...400))
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
