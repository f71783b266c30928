internal import Foundation
internal import HostKit
internal import Synchronization

/// Certification: plays the hub to a provider, in whatever language it is written, and finds out
/// which requirements of the protocol it keeps. It knows nothing of the provider but what the
/// provider says of itself.
package struct Certification: Sendable {
  private let subject: ProviderUnderTest
  private let options: Options
  private let folder: TemporaryDirectory

  /// The folder is for the sockets; whoever ends early removes it.
  package init(of subject: ProviderUnderTest, _ options: Options, in folder: TemporaryDirectory) {
    self.subject = subject
    self.options = options
    self.folder = folder
  }

  /// How many threads do checks that have processes of their own.
  private static let apartCount = 2

  /// Does all checks that are wanted.
  ///
  /// - Returns: what became of them, in the order of the table.
  /// - Throws: where the provider's executable cannot be run at all.
  package func run() throws -> Report {
    let beginMs = MonotonicClock.nowMs
    try tryToStart()
    let record = Findings()
    let checks = CheckTable.all.filter(options.wants)
    var outcomes: [CheckResult] = []
    let beside = CheckQueue(Certification.chains(checks.filter(\.isApart)))
    let lanes =
      [CheckQueue([checks.filter(\.isShared)])]
      + Array(repeating: beside, count: Certification.apartCount)
    outcomes += work(lanes, record)
    outcomes += work([CheckQueue([checks.filter(\.isLast)])], record)
    let watched = checks.filter(\.isWatched)
    outcomes += watched.map { CheckResult(check: $0, verdict: .passed, elapsedMs: 0) }
    return Report(
      subject: subject,
      promise: record.promise,
      outcomes: outcomes.map { judged($0, record) }.sorted { $0.place < $1.place },
      elapsedMs: MonotonicClock.nowMs - beginMs,
      suites: options.suites
    )
  }

  /// Checks that build on each other are done one after the other.
  private static func chains(_ checks: [Check]) -> [[Check]] {
    checks.reduce(into: []) { chains, check in
      let place = chains.firstIndex { chain in chain.contains { check.after.contains($0.id) } }
      if let place { chains[place].append(check) } else { chains.append([check]) }
    }
  }

  /// One thread for each queue.
  private func work(_ queues: [CheckQueue], _ record: Findings) -> [CheckResult] {
    let group = DispatchGroup()
    let outcomes = Mutex<[CheckResult]>([])
    for queue in queues {
      group.enter()
      Thread.detachNewThread {
        let lane = CheckWorker(subject, options, record, in: folder)
        while let chain = queue.next() {
          for check in chain {
            let outcome = lane.run(check)
            outcomes.withLock { $0.append(outcome) }
          }
        }
        lane.finish()
        group.leave()
      }
    }
    group.wait()
    return outcomes.withLock { $0 }
  }

  /// What was seen at any time counts against the check that it belongs to.
  private func judged(_ outcome: CheckResult, _ record: Findings) -> CheckResult {
    let found = record.findings(for: outcome.check)
    let verdict: CheckResult.Verdict
    switch outcome.verdict {
    case .failed(let problems):
      verdict = .failed(problems + found.filter { !problems.contains($0) })
    case _ where !found.isEmpty: verdict = .failed(found)
    case .passed where outcome.check.isWatched && record.promise == nil:
      verdict = .skipped("Nothing was seen: there was no session.")
    case .passed, .skipped: verdict = outcome.verdict
    }
    return CheckResult(check: outcome.check, verdict: verdict, elapsedMs: outcome.elapsedMs)
  }

  private func tryToStart() throws {
    let environment = subject.environment
    var launch = Launch(subject.executable, subject.arguments, environment: environment)
    launch.output = .null
    launch.errors = .null
    _ = try ChildProcess(launch)
  }
}

/// Checks that are still to be done, shared by the threads that do them: chains of those that build
/// on each other.
private final class CheckQueue: Sendable {
  private let rest: Mutex<ArraySlice<[Check]>>

  init(_ chains: [[Check]]) { rest = Mutex(chains[...]) }

  func next() -> [Check]? { rest.withLock { $0.popFirst() } }
}

extension Check {
  fileprivate var isShared: Bool { if case .shared = course { true } else { false } }
  fileprivate var isApart: Bool { if case .apart = course { true } else { false } }
  fileprivate var isLast: Bool { if case .last = course { true } else { false } }
  fileprivate var isWatched: Bool { if case .watched = course { true } else { false } }
}

extension CheckResult {
  fileprivate var place: Int { CheckTable.all.firstIndex { $0.id == check.id } ?? .max }
}
