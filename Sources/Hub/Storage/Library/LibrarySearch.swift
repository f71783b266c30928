package import HubCore

/// A search in the library.
package struct LibrarySearch: DiskJob {
  let query: LibraryQuery
  let operation: Int

  package init(_ query: LibraryQuery, operation: Int) {
    self.query = query
    self.operation = operation
  }

  package var bytes: Int { 256 }

  package func failed(_ reason: String) -> Event? {
    .librarySearched(operation: operation, [])
  }

  /// Takes the next search, whose user does not wait for later ones.
  package static func takeBatch(from jobs: inout [LibrarySearch]) -> [LibrarySearch] {
    [jobs.removeFirst()]
  }
}
