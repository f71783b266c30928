package import BusProtocol
package import MusicModel

/// What a client wants done with the answers that are kept.
package enum CacheAction: Hashable, Sendable {
  case status
  /// Forget all but what is pinned.
  case clear
  /// Of these ids nothing is to be forgotten, or may be again.
  case pin([EntityID], isPinned: Bool)
  /// What was searched for last, so many at most.
  case recent(limit: Int)
}

/// What came of an order.
package enum CacheReport: Hashable, Sendable {
  case status(CacheStatus)
  case recent([RecentSearch])
  case failed(String)
}

/// Orders that have not been carried out.
struct CacheCommandQueue: Sendable {
  /// One is carried out in milliseconds; so many do not wait.
  static let waitingMax = 64

  /// To whom each is answered, by its number.
  var waiting: [Int: PendingReply] = [:]

  /// Takes orders out, the first given first.
  mutating func take(_ isTaken: (PendingReply) -> Bool) -> [PendingReply] {
    let taken = waiting.filter { isTaken($0.value) }.sorted { $0.key < $1.key }
    for (number, _) in taken { waiting[number] = nil }
    return taken.map(\.value)
  }
}

extension CacheCommandQueue: PendingReplyQueue {
  var tickets: Dictionary<Int, PendingReply>.Values { waiting.values }
}
