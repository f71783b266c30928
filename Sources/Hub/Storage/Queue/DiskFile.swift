package import HubCore

/// A file that a ``DiskQueue`` uses on its thread. Every function may block.
package protocol DiskFile: SendableMetatype {
  associatedtype Job: DiskJob

  /// Logged when a job is rejected because the queue is full.
  static var overflowWarning: String { get }

  /// Whether something could not be written and should be retried after a while.
  var needsRetry: Bool { get }

  /// Opens the file and reports its contents, if the hub needs them.
  mutating func open() -> [StorageEvent]

  /// Reports what takes longer to read. The hub has the events of ``open()`` already.
  mutating func load() -> [StorageEvent]

  /// Runs jobs, in order and with one sync for all of them.
  mutating func run(_ batch: [Job]) -> [StorageEvent]

  /// Removes the jobs that need further runs; each is continued after the jobs that wait.
  mutating func takeUnfinished() -> [Job]

  mutating func close()
}

extension DiskFile {
  package var needsRetry: Bool { false }

  package mutating func load() -> [StorageEvent] { [] }

  package mutating func takeUnfinished() -> [Job] { [] }
}

/// Something that a file does for the hub.
package protocol DiskJob: Sendable {
  /// Approximate number of bytes that the job occupies in memory.
  var bytes: Int { get }

  /// The completion of the job if it is not run; `nil` if the hub does not wait for one.
  func failed(_ reason: String) -> Event?

  /// Whether neither the hub nor a user waits for the job.
  var canWait: Bool { get }

  /// Adds a later job to this one if both can be run as one.
  ///
  /// - Returns: Whether it was added.
  mutating func merge(_ next: Self) -> Bool

  /// Removes the jobs that are run next, which are at least one.
  static func takeBatch(from jobs: inout [Self]) -> [Self]
}

extension DiskJob {
  package var canWait: Bool { false }

  package mutating func merge(_ next: Self) -> Bool { false }

  package static func takeBatch(from jobs: inout [Self]) -> [Self] {
    defer { jobs = [] }
    return jobs
  }
}

/// An outcome of storage: an event for the hub, or a message for the log.
package enum StorageEvent: Sendable {
  case hub(Event)
  case log(LogLevel, String)
}
