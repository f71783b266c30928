import BusProtocol
import MusicModel

/// The queue of imports, which run one after the other.
struct Imports: Sendable {
  /// The one that is carried out.
  var run: ImportRun?
  /// The next ones.
  private var queue: [StoredImport] = []
  /// Those that cannot continue before a time, such as when sources reply again, and why.
  private var resting: [(run: ImportRun, until: Instant, reason: String)] = []
  /// How imports have ended, if the store may not know it yet or has no room for it.
  private var ends: [String: (state: ImportReport.State, problem: String?)] = [:]
  /// Whether it is known which imports an earlier hub had begun.
  var isLoaded = false
  /// Imports that were undone while they were being started.
  var undone: Set<String> = []
  /// The ticket for which the run waits.
  var ticket: Ticket?

  var isEmpty: Bool { run == nil && queue.isEmpty && resting.isEmpty }

  var lookUpCount: Int { run?.parts.count ?? 0 }

  private func knows(_ batch: String) -> Bool {
    run?.batch == batch || queue.contains { $0.batch == batch }
      || resting.contains { $0.run.batch == batch }
  }

  /// Puts an import into the queue, in which each is once.
  mutating func add(_ stored: StoredImport) {
    ends[stored.batch] = nil
    if !knows(stored.batch) { queue.append(stored) }
  }

  /// Begins the next one; `nil` if one is running, or none is due.
  mutating func begin(as id: ClientCallID, at now: Instant) -> [ImportRun.Step]? {
    guard run == nil else { return nil }
    if !queue.isEmpty {
      run = ImportRun(id, queue.removeFirst())
    } else if let index = resting.firstIndex(where: { $0.until <= now }) {
      run = resting.remove(at: index).run
    }
    return run?.begin()
  }

  /// Lays the run aside.
  mutating func rest(until time: Instant, _ reason: String) {
    if let run { resting.append((run, time, reason)) }
    run = nil
  }

  /// Notes how an import has ended.
  mutating func noteEnd(of batch: String, _ state: ImportReport.State, _ problem: String?) {
    if ends.count >= ImportLimits.maxImports { ends = [:] }
    ends[batch] = (state, problem)
  }

  /// The time at which the next paused one continues.
  var due: Instant? { resting.map(\.until).min() }

  /// Removes an import that is not carried out.
  ///
  /// - Returns: whether there was one.
  mutating func remove(_ batch: String) -> Bool {
    let isKnown = knows(batch) && run?.batch != batch
    queue.removeAll { $0.batch == batch }
    resting.removeAll { $0.run.batch == batch }
    return isKnown
  }

  /// The state of an import as clients get it.
  func report(_ stored: StoredImport) -> ImportReport {
    var report = stored.report
    guard report.state == .running else { return report }
    if let run, run.batch == stored.batch {
      report.leftMs = run.leftMs
    } else if knows(stored.batch) || !isLoaded {
      report.state = .waiting
      report.problem = resting.first { $0.run.batch == stored.batch }?.reason
    } else {
      (report.state, report.problem) = ends[stored.batch] ?? (.stopped, nil)
    }
    return report
  }

  /// Returns the first broken rule, or `nil`.
  func checkInvariants(_ calls: ClientCalls) -> String? {
    for (number, part) in run?.parts ?? [:]
    where calls[part]?.request.parent != CallPart(call: run?.id ?? part, number: number) {
      return "Row \(number) of an import is not looked up any more."
    }
    return nil
  }
}
