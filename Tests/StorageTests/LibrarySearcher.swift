import HubCore
import MusicModel
import Storage

/// Searches in a library, as the hub makes them.
struct LibrarySearcher {
  private let queue: DiskQueue<LibrarySearchFile>

  init(at path: String) {
    queue = DiskQueue(LibrarySearchFile(at: path), "test searches", onEvents: {})
  }

  /// The names of the records that are found; `nil` if no reply arrives.
  func names(_ query: LibraryQuery) -> [String]? {
    queue.submit(LibrarySearch(query, operation: 7))
    queue.waitUntilIdle()
    for case .hub(.librarySearched(operation: 7, let records)) in queue.drainEvents() {
      return records.map(\.entity.displayName)
    }
    return nil
  }
}
