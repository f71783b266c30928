internal import HostKit
package import HubCore
internal import MusicModel
internal import SQLite

/// The file of imports. Each of its jobs has a reply.
package struct ImportFile: DiskFile {
  package struct Job: DiskJob {
    let action: ImportAction
    let operation: Int

    package init(_ action: ImportAction, operation: Int) {
      (self.action, self.operation) = (action, operation)
    }

    package var bytes: Int {
      switch action {
      case .add(let rows, _): 256 + rows.count * 1024
      case .note(let meanings, _, _): 256 + meanings.count * 1024
      case .start, .end, .read, .list, .page, .find: 256
      }
    }

    package func failed(_ reason: String) -> Event? {
      .importsReplied(operation: operation, .failed(reason))
    }
  }

  package static let overflowWarning = "The disk is slow; some calls about imports failed."

  private let path: String
  private var store: ImportStore?
  private var problems = ProblemReporter()

  package init(at path: String) { self.path = path }

  /// Opens the file in the background: no reply waits for it.
  package mutating func open() -> [StorageEvent] { [] }

  package mutating func load() -> [StorageEvent] {
    // A file that nothing has been imported into is created by the first import.
    guard Database.bytesOnDisk(at: path) > 0 else { return [.hub(.importsLoaded([]))] }
    do {
      // A full disk may not allow it.
      try? opened().removeIncomplete()
      return [.hub(.importsLoaded(try opened().begun()))]
    } catch {
      return report(error) + [.hub(.importsLoaded([]))]
    }
  }

  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    batch.flatMap { job -> [StorageEvent] in
      do {
        return [.hub(.importsReplied(operation: job.operation, try opened().perform(job.action)))]
      } catch {
        let reason = "The imports \(path) cannot be used. \(JSONCodec.describe(error))"
        return report(error) + [.hub(.importsReplied(operation: job.operation, .failed(reason)))]
      }
    }
  }

  package mutating func close() { store = nil }

  private mutating func opened() throws -> ImportStore {
    if let store { return store }
    try HubPaths.makeDirectory(parentDirectory(of: path))
    let opened = try ImportStore(at: path)
    store = opened
    return opened
  }

  /// Closes the file, so that the next job opens it again. A corrupt one is moved aside.
  private mutating func report(_ error: any Error) -> [StorageEvent] {
    store = nil
    let events = problems.report(
      "The imports \(path) cannot be used. \(JSONCodec.describe(error))"
    )
    guard let error = error as? DatabaseError, error.isDamage,
      let aside = try? moveDatabaseAside(path)
    else { return events }
    return events + [.log(.warning, "The imports \(path) are corrupt; moved them to \(aside).")]
  }
}
