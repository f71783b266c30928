import EntityResolution
import HubCore
import MusicModel
import Storage

/// Searches in a file of records, as the hub makes them.
struct RecordSearcher {
  private let queue: DiskQueue<RecordReader>

  init(at path: String) {
    queue = DiskQueue(RecordReader(at: path), "test searches", onEvents: {})
  }

  /// The names of the records that are found; `nil` if no reply arrives.
  func names(_ query: LibraryQuery) -> [String]? {
    queue.submit(.records(query, operation: 7))
    queue.waitUntilIdle()
    for case .hub(.librarySearched(operation: 7, let records)) in queue.drainEvents() {
      return records.map(\.record.entity.displayName)
    }
    return nil
  }
}
