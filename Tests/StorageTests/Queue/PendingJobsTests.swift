import HubCore
import Testing

@testable import Storage

@Suite("Pending jobs of a disk queue")
struct PendingJobsTests {
  /// A job with a completion and 10 bytes.
  struct Job: DiskJob {
    var number: Int

    var bytes: Int { 10 }

    func failed(_ reason: String) -> Event? { .verdictsSaved(operation: number, problem: reason) }
  }

  /// Completions as operation and problem, messages as text.
  static func texts(_ events: [StorageEvent]) -> [String] {
    events.map { event in
      switch event {
      case .hub(.verdictsSaved(let operation, let problem)): "\(operation) \(problem ?? "ok")"
      case .hub: "another event"
      case .log(_, let text): text
      }
    }
  }

  private func pending(_ change: (inout DiskQueueLimits) -> Void = { _ in }) -> PendingJobs<Job> {
    var limits = DiskQueueLimits()
    change(&limits)
    return PendingJobs(limits, overflowWarning: "full")
  }

  @Test("start one thread, and are taken in order as one batch")
  func batch() {
    var pending = pending()
    #expect(pending.add(Job(number: 1)) == .accepted(startsThread: true))
    #expect(pending.add(Job(number: 2)) == .accepted(startsThread: false))
    #expect(pending.takeBatch()?.map(\.number) == [1, 2])
    pending.batchEnded([], needsRetry: false)
    #expect(pending.takeBatch() == nil)
    #expect(pending.add(Job(number: 3)) == .accepted(startsThread: true))
  }

  @Test("are limited in number, running jobs included, and overflow is reported once")
  func count() {
    var pending = pending { $0.maxJobs = 2 }
    _ = pending.add(Job(number: 1))
    _ = pending.takeBatch()
    _ = pending.add(Job(number: 2))
    #expect(pending.add(Job(number: 3)) == .rejected)
    #expect(pending.add(Job(number: 4)) == .rejected)
    let reason = "The disk is too slow."
    #expect(Self.texts(pending.drainEvents()) == ["full", "3 \(reason)", "4 \(reason)"])
    pending.batchEnded([], needsRetry: false)
    #expect(pending.add(Job(number: 5)) == .accepted(startsThread: false))
    #expect(pending.add(Job(number: 6)) == .rejected)
    #expect(Self.texts(pending.drainEvents()) == ["full", "6 \(reason)"])
  }

  @Test("are limited in bytes, which are free again when a batch has ended")
  func bytes() {
    var pending = pending { $0.maxBytes = 25 }
    for number in 1...2 { _ = pending.add(Job(number: number)) }
    #expect(pending.add(Job(number: 3)) == .rejected)
    _ = pending.takeBatch()
    #expect(pending.add(Job(number: 4)) == .rejected)
    pending.batchEnded([], needsRetry: false)
    for number in 5...6 { _ = pending.add(Job(number: number)) }
    #expect(pending.add(Job(number: 7)) == .rejected)
  }

  @Test("complete exactly once if they are cut off, and later results are ignored")
  func cutOff() {
    var pending = pending()
    _ = pending.add(Job(number: 1))
    _ = pending.takeBatch()
    _ = pending.add(Job(number: 2))
    _ = pending.beginClosing()
    #expect(pending.add(Job(number: 3)) == .rejected)
    pending.cutOff()
    pending.cutOff()
    pending.batchEnded([.hub(.verdictsSaved(operation: 1, problem: nil))], needsRetry: true)
    #expect(pending.takeBatch() == nil)
    let reason = "The disk did not respond before the hub exited."
    #expect(
      Self.texts(pending.drainEvents()) == ["3 The hub is stopping.", "1 \(reason)", "2 \(reason)"]
    )
  }

  @Test("are retried without a new job if the file requests it, but not when it closes")
  func retry() {
    var pending = pending()
    _ = pending.add(Job(number: 1))
    _ = pending.takeBatch()
    pending.batchEnded([], needsRetry: true)
    #expect(pending.takeBatch()?.isEmpty == true)
    _ = pending.beginClosing()
    pending.batchEnded([], needsRetry: true)
    #expect(pending.takeBatch() == nil)
  }

  @Test("report a problem at most once a minute")
  func problems() {
    var reporter = ProblemReporter()
    let times = [0, 1, 59_999, 60_000, 60_001, 120_000]
    let reported = times.filter { !reporter.report("full", nowMs: $0).isEmpty }
    #expect(reported == [0, 60_000, 120_000])
  }
}
