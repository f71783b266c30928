internal import MusicModel
internal import Synchronization

/// Items that came ahead of an answer.
final class StreamedItems: Sendable {
  private let appended = Mutex<[Entity]>([])

  var items: [Entity] { appended.withLock { $0 } }

  func append(_ items: [Entity]) { appended.withLock { $0 += items } }
}
