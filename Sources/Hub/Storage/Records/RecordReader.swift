internal import BusProtocol
internal import HostKit
package import HubCore
internal import SQLite

/// A lookup of a reply or of records.
package enum RecordLookup: DiskJob {
  case reply(ProviderQuery, listedFreshMs: Int? = nil, operation: Int)
  case records(LibraryQuery, operation: Int)

  package var bytes: Int { 256 }

  /// Nothing was found.
  package func failed(_ reason: String) -> Event? { empty }

  var empty: Event {
    switch self {
    case .reply(_, _, let operation): .lookupCompleted(operation: operation, nil)
    case .records(_, let operation): .librarySearched(operation: operation, [])
    }
  }

  /// The completion with what a store has; without a store nothing is found.
  func completion(in store: RecordStore?, nowMs: Int) throws(DatabaseError) -> Event {
    switch self {
    case .reply(let query, let listedFreshMs, let operation):
      .lookupCompleted(
        operation: operation,
        try store?.reply(to: query, listedFreshMs: listedFreshMs, nowMs: nowMs)
      )
    case .records(let query, let operation):
      .librarySearched(
        operation: operation,
        try store?.search(query, nowMs: nowMs) ?? []
      )
    }
  }

  /// Takes the next lookup, whose caller does not wait for later ones. A call waits for each reply, so
  /// these come first.
  package static func takeBatch(from jobs: inout [RecordLookup]) -> [RecordLookup] {
    let next = jobs.firstIndex { if case .reply = $0 { true } else { false } }
    return [jobs.remove(at: next ?? 0)]
  }
}

/// The records and replies as they are read.
///
/// It has another connection and thread than the changes, so that none of them delays a lookup.
/// A lookup that must find what waits to be stored is a ``RecordJob`` instead.
package struct RecordReader: DiskFile {
  package static let overflowWarning = "The disk is slow; some cached replies were not used."

  private let path: String
  private let limits: RecordLimits
  private var store: RecordStore?
  private var reporter = ProblemReporter()

  package init(at path: String, limits: RecordLimits = RecordLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Waits for the first lookup: the file may not exist yet.
  package mutating func open() -> [StorageEvent] { [] }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [RecordLookup]) -> [StorageEvent] {
    batch.flatMap { run($0) }
  }

  private mutating func run(_ lookup: RecordLookup) -> [StorageEvent] {
    do {
      if store?.isCurrent != true { store = try RecordStore(reading: path, limits: limits) }
      return [.hub(try lookup.completion(in: store, nowMs: UnixClock.nowMs))]
    } catch {
      return failed(error) + [.hub(lookup.empty)]
    }
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    let events = reporter.report("A lookup in the cache failed. \(JSONCodec.describe(error))")
    let isCurrent = store?.isCurrent != false
    store = nil
    guard let error = error as? DatabaseError, error.isDamage, isCurrent,
      let aside = try? moveDatabaseAside(path)
    else { return events }
    // The next change creates a new file.
    return events + [.log(.warning, "The cache \(path) is corrupt; moved it to \(aside).")]
  }
}
