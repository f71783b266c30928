internal import BusProtocol
internal import HostKit
internal import HubCore

/// The library as it is searched.
///
/// It has another connection and thread than the changes, so that none of them delays a search.
/// A search that must find records which wait to be stored is a ``LibraryJob`` instead.
package struct LibrarySearchFile: DiskFile {
  package static let overflowWarning = "The disk is slow; the library was not searched."

  private let path: String
  private let limits: LibraryLimits
  private var store: LibraryStore?
  private var reporter = ProblemReporter()

  package init(at path: String, limits: LibraryLimits = LibraryLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Waits for the first search: the file may not exist yet.
  package mutating func open() -> [StorageEvent] { [] }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [LibrarySearch]) -> [StorageEvent] {
    batch.flatMap { run($0) }
  }

  private mutating func run(_ search: LibrarySearch) -> [StorageEvent] {
    do {
      if store?.isCurrent != true { store = try LibraryStore(reading: path, limits: limits) }
      let records = try store?.search(search.query, nowMs: UnixClock.nowMs) ?? []
      return [.hub(.librarySearched(operation: search.operation, records))]
    } catch {
      return failed(error) + [.hub(.librarySearched(operation: search.operation, []))]
    }
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    let events = reporter.report("A search in the library failed. \(JSONCodec.describe(error))")
    let isCurrent = store?.isCurrent != false
    store = nil
    guard let error = error as? DatabaseError, error.isDamage, isCurrent,
      let aside = try? moveDatabaseAside(path)
    else { return events }
    // The next change creates a new file.
    return events + [.log(.warning, "The library \(path) is corrupt; moved it to \(aside).")]
  }
}
