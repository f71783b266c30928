internal import Dispatch
package import HostKit
internal import Synchronization

/// Jobs for a file, run in order on a separate thread, so that the hub never waits for the disk.
///
/// A job with a completion gets exactly one event, even if it is rejected, fails or is cut off at
/// shutdown; changes of the favourites share theirs. The queue is bounded in jobs and bytes; beyond that it rejects.
package final class DiskQueue<File: DiskFile>: Sendable {
  private let pending: Mutex<PendingJobs<File.Job>>
  private let file: Mutex<File>
  private let thread: DispatchQueue
  private let onEvents: @Sendable () -> Void
  private let closed = DispatchSemaphore(value: 0)

  /// Creates a queue; `onEvents` is called on another thread if ``drainEvents()`` returns something.
  package init(
    _ file: sending File,
    _ label: String,
    limits: DiskQueueLimits = DiskQueueLimits(),
    onEvents: @escaping @Sendable () -> Void
  ) {
    pending = Mutex(PendingJobs(limits, overflowWarning: File.overflowWarning))
    self.file = Mutex(file)
    thread = DispatchQueue(label: label)
    self.onEvents = onEvents
  }

  /// Begins to open the file; its contents follow as events.
  package func open() { thread.async { [self] in openFile() } }

  /// Begins to open the file, and waits for that at most until the deadline.
  package func open(waitUntil deadline: Deadline) {
    _ = thread.run(waitUntil: deadline) { [self] in openFile() }
  }

  private func openFile() {
    let events = file.withLock { $0.open() }
    post { $0.add(events) }
    let more = file.withLock { $0.load() }
    post { $0.add(more) }
  }

  /// Adds a job. Never blocks.
  ///
  /// - Returns: Whether the job was accepted.
  @discardableResult
  package func submit(_ job: File.Job) -> Bool {
    let result = pending.withLock { $0.add(job) }
    switch result {
    case .accepted(let delayMs):
      if let delayMs { start(afterMs: delayMs) }
      return true
    case .rejected:
      onEvents()
      return false
    }
  }

  /// Whether jobs that could wait have not ended yet: a search needs what they write.
  package var hasCollectedJobs: Bool { pending.withLock(\.hasCollectedJobs) }

  /// Whether a job that has not ended is one of these; `isWanted` is called under a lock.
  package func contains(_ isWanted: (File.Job) -> Bool) -> Bool {
    pending.withLock { $0.contains(isWanted) }
  }

  /// Waits until the jobs that were submitted have run, at most until the deadline.
  ///
  /// - Returns: Whether they have run by the deadline.
  package func flush(before deadline: Deadline) -> Bool {
    thread.run(waitUntil: deadline) { [self] in runDelayed() }
  }

  /// The events since the last call.
  package func drainEvents() -> [StorageEvent] { pending.withLock { $0.drainEvents() } }

  /// Runs the remaining jobs and closes the file, without waiting for that.
  package func beginClosing() {
    guard pending.withLock({ $0.beginClosing() }) else { return }
    thread.async { [self] in
      while runBatch() {}
      file.withLock { $0.close() }
      closed.signal()
    }
  }

  /// Runs the remaining jobs and closes the file. Jobs that are not done by the deadline fail.
  ///
  /// - Returns: Whether all was done by the deadline.
  package func close(before deadline: Deadline) -> Bool {
    beginClosing()
    guard closed.wait(until: deadline) else {
      post { $0.cutOff() }
      return false
    }
    // A second call of `close` need not wait.
    closed.signal()
    return true
  }

  /// Waits until all jobs are done, without a delay; for tests.
  package func waitUntilIdle() { thread.sync { while runBatch() {} } }

  /// Blocks the file while `body` runs; for tests.
  package func whileBusy(_ body: () -> Void) { file.withLock { _ in body() } }

  private func start(afterMs delayMs: Int) {
    guard delayMs > 0 else { return thread.async { [self] in runNext() } }
    thread.asyncAfter(deadline: .now() + .milliseconds(delayMs)) { [self] in runDelayed() }
  }

  /// Runs the jobs that wait for others, unless they have run.
  private func runDelayed() {
    if pending.withLock({ $0.endDelay() }) { runNext() }
  }

  /// Runs batches until none is left, or something has to be tried again later.
  private func runNext() {
    while runBatch() {
      guard file.withLock({ $0.needsRetry }) else { continue }
      let retry = DispatchTime.now() + .milliseconds(DiskQueueLimits.retryMs)
      thread.asyncAfter(deadline: retry) { [self] in runNext() }
      return
    }
  }

  /// - Returns: Whether there was something to do.
  private func runBatch() -> Bool {
    file.withLock { file in
      guard let batch = pending.withLock({ $0.takeBatch() }) else { return false }
      let events = file.run(batch)
      let (unfinished, needsRetry) = (file.takeUnfinished(), file.needsRetry)
      post { $0.batchEnded(events, unfinished: unfinished, needsRetry: needsRetry) }
      return true
    }
  }

  private func post(_ change: (inout PendingJobs<File.Job>) -> Void) {
    let hasEvents = pending.withLock { pending in
      change(&pending)
      return pending.hasEvents
    }
    if hasEvents { onEvents() }
  }
}

/// Limits of a ``DiskQueue``, which include the jobs that are being run.
package struct DiskQueueLimits: Hashable, Sendable {
  package var maxJobs = 1024
  package var maxBytes = 32 * 1024 * 1024
  /// Time for which jobs that can wait are collected before they are run.
  package var delayMs = 0

  /// Time after which a file that could not be written is tried again.
  static let retryMs = 10_000

  package init() {}
}
