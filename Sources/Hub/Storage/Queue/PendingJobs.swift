internal import HubCore

/// Jobs that a ``DiskQueue`` has accepted and not completed, and events not yet drained.
struct PendingJobs<Job: DiskJob> {
  private let limits: DiskQueueLimits
  private let overflowWarning: String
  private var jobs: [Job] = []
  private var running: [Job] = []
  private var bytes = 0
  private var events: [StorageEvent] = []
  private var thread = ThreadState.idle
  private var needsRetry = false
  private var isFull = false
  private var state = State.open

  private static var stopping: String { "The hub is stopping." }

  private enum State {
    case open, closing, cutOff
  }

  private enum ThreadState {
    case idle, delayed, running
  }

  /// The result of adding a job.
  enum Addition: Hashable {
    /// The thread is to be started after this time; `nil` if it will run the job anyway.
    case accepted(startAfterMs: Int?)
    case rejected
  }

  init(_ limits: DiskQueueLimits, overflowWarning: String) {
    self.limits = limits
    self.overflowWarning = overflowWarning
  }

  var hasEvents: Bool { !events.isEmpty }

  /// Adds a job, or its failure to the events.
  mutating func add(_ job: Job) -> Addition {
    guard state == .open else { return reject(job, PendingJobs.stopping) }
    let isMerged = merge(job)
    if !isMerged {
      guard jobs.count + running.count < limits.maxJobs, hasRoom(for: job) else {
        if !isFull { events.append(.log(.warning, overflowWarning)) }
        isFull = true
        return reject(job, "The disk is too slow.")
      }
      jobs.append(job)
      bytes += job.bytes
    }
    isFull = false
    return .accepted(startAfterMs: start(delayMs: canWait(job) ? limits.delayMs : 0))
  }

  /// Whether jobs can still be collected: a queue that fills up is emptied immediately.
  private func canWait(_ job: Job) -> Bool {
    job.canWait && jobs.count <= limits.maxJobs / 4 && bytes <= limits.maxBytes / 4
  }

  /// Whether jobs that could wait have not ended yet.
  var hasCollectedJobs: Bool { contains(\.canWait) }

  /// Whether a job that has not ended is one of these.
  func contains(_ isWanted: (Job) -> Bool) -> Bool {
    jobs.contains(where: isWanted) || running.contains(where: isWanted)
  }

  /// Ends the delay of jobs that wait.
  ///
  /// - Returns: Whether there was one, so that the thread is to run them.
  mutating func endDelay() -> Bool {
    guard thread == .delayed else { return false }
    thread = .running
    return true
  }

  private mutating func start(delayMs: Int) -> Int? {
    switch thread {
    case .running: return nil
    case .delayed where delayMs > 0: return nil
    case .delayed, .idle:
      thread = delayMs > 0 ? .delayed : .running
      return delayMs
    }
  }

  private func hasRoom(for job: Job) -> Bool { bytes + job.bytes <= limits.maxBytes }

  private mutating func merge(_ job: Job) -> Bool {
    guard let last = jobs.indices.last, hasRoom(for: job) else { return false }
    let before = jobs[last].bytes
    guard jobs[last].merge(job) else { return false }
    bytes += jobs[last].bytes - before
    return true
  }

  private mutating func reject(_ job: Job, _ reason: String) -> Addition {
    if let event = job.failed(reason) { events.append(.hub(event)) }
    return .rejected
  }

  /// The jobs to run next; `nil` if the queue is empty and the thread can end.
  mutating func takeBatch() -> [Job]? {
    guard state != .cutOff, !jobs.isEmpty || needsRetry else {
      thread = .idle
      return nil
    }
    thread = .running
    needsRetry = false
    running = jobs.isEmpty ? [] : Job.takeBatch(from: &jobs)
    return running
  }

  /// Adds the events of a batch. After the end of a queue its jobs have failed already.
  mutating func batchEnded(_ new: [StorageEvent], unfinished: [Job] = [], needsRetry: Bool) {
    guard state != .cutOff else { return }
    bytes -= running.reduce(0) { $0 + $1.bytes }
    running = []
    events += new
    for job in unfinished {
      guard state == .open else {
        _ = reject(job, PendingJobs.stopping)
        continue
      }
      jobs.append(job)
      bytes += job.bytes
    }
    // A closing file is not tried again and again.
    self.needsRetry = needsRetry && state == .open
  }

  mutating func add(_ new: [StorageEvent]) {
    if state != .cutOff { events += new }
  }

  mutating func drainEvents() -> [StorageEvent] {
    defer { events = [] }
    return events
  }

  /// Rejects further jobs.
  ///
  /// - Returns: Whether the queue was open.
  mutating func beginClosing() -> Bool {
    guard state == .open else { return false }
    state = .closing
    return true
  }

  /// Fails all jobs that are not done.
  mutating func cutOff() {
    guard state != .cutOff else { return }
    state = .cutOff
    for job in running + jobs { _ = reject(job, "The disk did not respond before the hub exited.") }
    (jobs, running, bytes) = ([], [], 0)
  }
}
