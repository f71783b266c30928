package import HubCore
internal import Synchronization

/// The queries to which the provider cache may have a reply. The lookup of another one need not wait
/// for the file.
///
/// Queries whose replies were removed remain until the hub ends.
package final class CachedQueries: Sendable {
  /// The maximum number of queries. With more, each lookup waits for the file.
  static let maxCount = 250_000

  private struct Keys {
    /// The hashes of the keys; `nil` if there are too many.
    var hashes: Set<Int>? = []
    /// Whether they include those of the file.
    var isComplete = false

    mutating func add(_ new: Set<Int>) {
      hashes?.formUnion(new)
      if let count = hashes?.count, count > CachedQueries.maxCount { hashes = nil }
    }
  }

  private let keys = Mutex(Keys())

  package init() {}

  /// Whether there may be a reply.
  package func mayContain(_ query: ProviderQuery) -> Bool {
    guard let key = try? CachedReplyCodec.key(query) else { return true }
    return keys.withLock { keys in
      guard keys.isComplete, let hashes = keys.hashes else { return true }
      return hashes.contains(key.hashValue)
    }
  }

  /// Adds a query whose reply is to be stored.
  package func insert(_ query: ProviderQuery) {
    guard let key = try? CachedReplyCodec.key(query) else { return }
    keys.withLock { $0.add([key.hashValue]) }
  }

  /// Adds the hashes of the file's keys. Those that it has when it is opened again have been added
  /// already.
  func complete(with stored: Set<Int>) {
    keys.withLock { keys in
      guard !keys.isComplete else { return }
      let inserted = keys.hashes
      keys.hashes = inserted == nil ? nil : stored
      keys.add(inserted ?? [])
      keys.isComplete = true
    }
  }
}
