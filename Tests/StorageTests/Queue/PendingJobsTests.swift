import HubCore
import Testing

@testable import Storage

@Suite("Pending jobs of a disk queue")
struct PendingJobsTests {
  /// A job with a completion and 10 bytes.
  struct Job: DiskJob {
    var number: Int
    var canWait = false

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
    #expect(pending.add(Job(number: 1)) == .accepted(startAfterMs: 0))
    #expect(pending.add(Job(number: 2)) == .accepted(startAfterMs: nil))
    #expect(pending.takeBatch()?.map(\.number) == [1, 2])
    pending.batchEnded([], needsRetry: false)
    #expect(pending.takeBatch() == nil)
    #expect(pending.add(Job(number: 3)) == .accepted(startAfterMs: 0))
  }

  @Test("that can wait are known until they have ended")
  func collected() {
    var pending = pending { $0.delayMs = 50 }
    _ = pending.add(Job(number: 1))
    #expect(!pending.hasCollectedJobs)
    _ = pending.add(Job(number: 2, canWait: true))
    #expect(pending.hasCollectedJobs)
    _ = pending.takeBatch()
    #expect(pending.hasCollectedJobs)
    #expect(pending.contains { $0.number == 2 } && !pending.contains { $0.number == 3 })
    pending.batchEnded([], needsRetry: false)
    #expect(!pending.hasCollectedJobs)
    #expect(!pending.contains { $0.number == 2 })
  }

  @Test("that can wait start the thread later, and one that cannot starts it immediately")
  func delay() {
    var pending = pending { $0.delayMs = 50 }
    #expect(pending.add(Job(number: 1, canWait: true)) == .accepted(startAfterMs: 50))
    #expect(pending.add(Job(number: 2, canWait: true)) == .accepted(startAfterMs: nil))
    #expect(pending.add(Job(number: 3)) == .accepted(startAfterMs: 0))
    #expect(pending.add(Job(number: 4, canWait: true)) == .accepted(startAfterMs: nil))
    #expect(pending.takeBatch()?.map(\.number) == [1, 2, 3, 4])
    #expect(pending.add(Job(number: 5, canWait: true)) == .accepted(startAfterMs: nil))
    pending.batchEnded([], needsRetry: false)
    #expect(pending.takeBatch()?.map(\.number) == [5])
    pending.batchEnded([], needsRetry: false)
    #expect(pending.takeBatch() == nil)
    #expect(pending.add(Job(number: 6, canWait: true)) == .accepted(startAfterMs: 50))
  }

  @Test("that wait are run by the end of their delay, unless they run already")
  func endOfDelay() {
    var pending = pending { $0.delayMs = 50 }
    var starts = [pending.endDelay()]
    _ = pending.add(Job(number: 1, canWait: true))
    starts += [pending.endDelay(), pending.endDelay()]
    #expect(starts == [false, true, false])
    _ = pending.takeBatch()
    pending.batchEnded([], needsRetry: false)
    #expect(pending.takeBatch() == nil)
    _ = pending.add(Job(number: 2, canWait: true))
    #expect(pending.add(Job(number: 3)) == .accepted(startAfterMs: 0))
    let startsAgain = pending.endDelay()
    #expect(!startsAgain)
  }

  @Test("do not wait if they fill more than a quarter of the queue")
  func delayOfMany() {
    for change: (inout DiskQueueLimits) -> Void in [{ $0.maxJobs = 8 }, { $0.maxBytes = 80 }] {
      var pending = pending {
        $0.delayMs = 50
        change(&$0)
      }
      let delays = (1...3).map { pending.add(Job(number: $0, canWait: true)) }
      #expect(delays == [50, nil, 0].map { .accepted(startAfterMs: $0) })
    }
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
    #expect(pending.add(Job(number: 5)) == .accepted(startAfterMs: nil))
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
