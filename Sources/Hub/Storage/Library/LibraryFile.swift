internal import BusProtocol
internal import HostKit
internal import HubCore
internal import MusicModel

/// File of the library. If the disk is full or the file corrupt, the hub continues without it.
package struct LibraryFile: DiskFile {
  package static let overflowWarning = "The disk is slow; the library lacks some records."

  private let path: String
  private let limits: LibraryLimits
  private var store: LibraryStore?
  private var reporter = ProblemReporter()
  /// The reason if the library is unavailable, shown in its status.
  private var problem: String?
  private var openedMs = 0
  private var sweptMs = 0

  private static let reopenMs = 60_000
  private static let sweepMs = 3_600_000

  package init(at path: String, limits: LibraryLimits = LibraryLimits()) {
    self.path = path
    self.limits = limits
  }

  package mutating func open() -> [StorageEvent] {
    openedMs = UnixClock.nowMs
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      let store = try LibraryStore(at: path, limits: limits)
      self.store = store
      return store.notes.map { .log(.warning, $0) }
    } catch {
      return failed(error)
    }
  }

  package mutating func close() { store = nil }

  package mutating func run(_ batch: [LibraryJob]) -> [StorageEvent] {
    batch.flatMap { run($0, UnixClock.nowMs) }
  }

  private mutating func run(_ job: LibraryJob, _ nowMs: Int) -> [StorageEvent] {
    var events: [StorageEvent] = []
    if store == nil, abs(nowMs - openedMs) > LibraryFile.reopenMs { events += open() }
    do {
      if let event = try perform(job, nowMs) { events.append(.hub(event)) }
      if case .add = job, store != nil { problem = nil }
    } catch {
      events += failed(error)
      if let event = job.failed(problem ?? "") { events.append(.hub(event)) }
    }
    return events
  }

  private mutating func perform(_ job: LibraryJob, _ nowMs: Int) throws -> Event? {
    switch job {
    case .search(let query, let operation):
      let records = try store?.search(query, nowMs: nowMs) ?? []
      return .librarySearched(operation: operation, records)
    case .add(let entry):
      try store?.add(entry)
      try sweep(nowMs)
      return nil
    }
  }

  /// Removes expired records, once an hour, or at each job until none is left.
  private mutating func sweep(_ nowMs: Int) throws {
    guard abs(nowMs - sweptMs) > LibraryFile.sweepMs else { return }
    if try store?.removeExpired(nowMs: nowMs) != true { sweptMs = nowMs }
  }

  private mutating func failed(_ error: any Error) -> [StorageEvent] {
    problem = "\(path) cannot be used. \(BusCodec.describe(error))"
    let events = reporter.report("The library failed. \(BusCodec.describe(error))")
    guard let error = error as? DatabaseError, error.isDamage, store != nil else { return events }
    store = nil
    guard let aside = try? moveDatabaseAside(path) else { return events }
    let note = "The library \(path) is corrupt; moved it to \(aside) and created a new one."
    return events + [.log(.warning, note)] + open()
  }
}
