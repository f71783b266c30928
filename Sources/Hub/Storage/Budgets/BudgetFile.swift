internal import BusProtocol
internal import Glibc
internal import HostKit
package import HubCore

/// File of the request budgets. If it is lost, the hub counts requests from zero.
package struct BudgetFile: DiskFile {
  /// Budgets of some scopes, in place of those stored before.
  package struct Job: DiskJob {
    fileprivate var budgets: [BudgetScope: StoredBudget]

    package init(_ budgets: [StoredBudget]) {
      self.budgets = Dictionary(budgets.map { ($0.scope, $0) }) { _, last in last }
    }

    package var bytes: Int { budgets.values.reduce(0) { $0 + 128 + 16 * $1.spent.count } }

    package func failed(_ reason: String) -> Event? { nil }

    package mutating func merge(_ next: Job) -> Bool {
      budgets.merge(next.budgets) { _, last in last }
      return true
    }
  }

  fileprivate struct Document: Codable {
    var upstreams: [StoredBudget]
  }

  private static let maxBytes = 4 * 1024 * 1024
  package static let overflowWarning = "The disk is slow; some request budgets were not saved."

  private let path: String
  private let files: any FileSystem
  private var budgets: [BudgetScope: StoredBudget] = [:]
  private var isUnsaved = false
  private var problems = ProblemReporter()

  package init(at path: String, files: (any FileSystem)? = nil) {
    self.path = path
    self.files = files ?? PosixFileSystem(name: path)
  }

  package var needsRetry: Bool { isUnsaved }

  /// Reads the file. If it is missing or corrupt, no requests were made.
  package mutating func open() -> [StorageEvent] {
    var events: [StorageEvent] = []
    do {
      let bytes = try files.contents(of: path, maxBytes: BudgetFile.maxBytes)
      let document = try JSONCodec.decode(Document.self, from: bytes)
      budgets = Job(document.upstreams).budgets
      removeExpired()
    } catch let error as SystemError where error.code == ENOENT {
    } catch {
      let text =
        "Could not read \(path); requests are counted from zero. \(JSONCodec.describe(error))"
      events.append(.log(.warning, text))
    }
    events.append(.hub(.budgetsLoaded(budgets.values.sorted { $0.scope < $1.scope })))
    return events
  }

  package mutating func run(_ batch: [Job]) -> [StorageEvent] {
    for job in batch { budgets.merge(job.budgets) { _, last in last } }
    removeExpired()
    do {
      try files.makeDirectories(parentDirectory(of: path))
      try files.replace(path, with: contents())
      isUnsaved = false
      return []
    } catch {
      isUnsaved = true
      return problems.report("Could not save the request budgets. \(JSONCodec.describe(error))")
    }
  }

  /// The budgets as they are stored: if they are too many, those that limit all providers, and then as many others as can be read again.
  private func contents() throws -> [UInt8] {
    var document = Document(upstreams: budgets.values.sorted { $0.scope < $1.scope })
    var bytes = try JSONCodec.encode(document)
    if bytes.count > BudgetFile.maxBytes {
      let shared = document.upstreams.filter { $0.provider == nil }
      document.upstreams = shared + document.upstreams.filter { $0.provider != nil }
    }
    while bytes.count > BudgetFile.maxBytes {
      document.upstreams.removeLast((document.upstreams.count + 7) / 8)
      bytes = try JSONCodec.encode(document)
    }
    return bytes
  }

  private mutating func removeExpired() {
    let nowMs = UnixClock.nowMs
    budgets = budgets.filter { !$0.value.isExpired(at: nowMs) }
  }

  package mutating func close() {}
}
