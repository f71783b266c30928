package import HubCore
package import MusicModel

/// A change of the library, or its status.
package enum LibraryJob: DiskJob {
  case add(LibraryEntry)
  /// Retain the records with these ids, and no others for the same reason.
  case retain([EntityID], LibraryStore.Reason)
  /// Retain the records with these ids, or do so no more.
  case pin([EntityID], isPinned: Bool)
  /// Look up records after all earlier changes.
  case search(LibraryQuery, operation: Int)
  case perform(LibraryCommand, operation: Int)

  package var bytes: Int {
    switch self {
    case .add(let entry): 512 + entry.records.count * 1024
    case .retain(let ids, _), .pin(let ids, _): 256 + ids.count * 64
    case .search, .perform: 256
    }
  }

  package var canWait: Bool {
    switch self {
    case .add, .retain: true
    case .pin, .search, .perform: false
    }
  }

  package func failed(_ reason: String) -> Event? {
    switch self {
    case .perform(_, let operation): .cacheActionCompleted(operation: operation, .failed(reason))
    case .search(_, let operation): .librarySearched(operation: operation, [])
    case .add, .retain, .pin: nil
    }
  }

  package static func takeBatch(from jobs: inout [LibraryJob]) -> [LibraryJob] {
    [jobs.removeFirst()]
  }
}
