package import HubCore

/// Something that the library does.
package enum LibraryJob: DiskJob {
  case search(LibraryQuery, operation: Int)
  case add(LibraryEntry)

  package var bytes: Int {
    guard case .add(let entry) = self else { return 256 }
    return 512 + entry.records.count * 1024
  }

  package func failed(_ reason: String) -> Event? {
    guard case .search(_, let operation) = self else { return nil }
    return .librarySearched(operation: operation, [])
  }

  /// Takes the next job. A user waits for each search, so searches overtake all else.
  package static func takeBatch(from jobs: inout [LibraryJob]) -> [LibraryJob] {
    let index = jobs.firstIndex { if case .search = $0 { true } else { false } }
    return [jobs.remove(at: index ?? 0)]
  }
}
