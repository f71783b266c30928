internal import MusicModel
internal import Synchronization

/// Collects the items that a call streams.
final class StreamedItems: Sendable {
  private let streamed = Mutex<[Entity]>([])

  var items: [Entity] { streamed.withLock { $0 } }

  func append(_ items: [Entity]) { streamed.withLock { $0 += items } }
}
