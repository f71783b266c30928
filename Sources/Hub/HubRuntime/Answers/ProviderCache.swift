internal import BusProtocol
internal import Dispatch
internal import HostKit
internal import HubCore
internal import Storage
internal import Synchronization
internal import ZeroMQ

/// Keeps providers' answers on disk beside the hub's thread, which never waits for the disk: it hands
/// over what is to be kept or found, and is woken when something was found.
final class ProviderCache: Sendable {
  /// What is wanted of the disk.
  enum Job: Sendable {
    case find(ProviderQuery, ticket: Int)
    case keep(CachedReply, ProviderQuery)
    case note(ReplyStore.Search)
    case order(CacheAction, ticket: Int)

    /// Roughly, what it holds in memory until it is done.
    var bytes: Int {
      guard case .keep(let answer, _) = self else { return 256 }
      return 512 + answer.records.count * 1024 + (answer.attachment?.count ?? 0)
    }
  }

  /// Jobs that wait for the disk at most, and the bytes that they hold; over that nothing is found
  /// and nothing kept. One more may be under way.
  static let jobsMax = 1024
  static let bytesMax = 32 * 1024 * 1024

  private struct Box {
    var events: [Event] = []
    var jobs = AnswerJobs()
    var isBehind = false
  }

  /// Readable when there is news.
  let wakeUp: Waker
  private let box = Mutex(Box())
  private let file: Mutex<ProviderCacheFile>
  private let queue = DispatchQueue(label: "answers")
  private let log: HubLog

  init(at path: String, limits: ReplyStoreLimits = ReplyStoreLimits(), log: HubLog) throws {
    wakeUp = try Waker()
    file = Mutex(ProviderCacheFile(path, limits, log))
    self.log = log
    // The file is opened while the hub already starts its providers.
    queue.async { [self] in file.withLock { $0.open() } }
  }

  /// What has happened since this was last called.
  func takeNews() -> [Event] {
    wakeUp.reset()
    return box.withLock { box in
      defer { box.events = [] }
      return box.events
    }
  }

  /// Has a job done; jobs are done one at a time.
  func take(_ job: Job) {
    let (isTaken, isNews) = box.withLock { box in
      let isTaken =
        box.jobs.count < ProviderCache.jobsMax
        && box.jobs.bytes + job.bytes < ProviderCache.bytesMax
      if isTaken { box.jobs.add(job) }
      defer { box.isBehind = !isTaken }
      return (isTaken, !isTaken && !box.isBehind)
    }
    guard isTaken else {
      if isNews { log.write(.warning, "The disk is slow; some answers are not kept.") }
      return answer(job.refusal)
    }
    queue.async { [self] in
      let event = file.withLock { file in
        box.withLock { $0.jobs.next() }.flatMap { file.run($0, nowMs: WallClock.unixMs) }
      }
      answer(event)
    }
  }

  private func answer(_ event: Event?) {
    guard let event else { return }
    box.withLock { $0.events.append(event) }
    wakeUp.signal()
  }

  /// Returns when all that was handed over is done.
  func waitUntilIdle() { queue.sync {} }

  /// Has the disk be busy meanwhile.
  func whileBusy(_ work: () -> Void) { file.withLock { _ in work() } }

  /// Writes what was handed over, and lets go of the file.
  ///
  /// - Returns: whether the disk did so in time.
  func close(before deadline: Deadline) -> Bool {
    let isClosed = DispatchSemaphore(value: 0)
    queue.async { [self] in
      file.withLock { $0.close() }
      isClosed.signal()
    }
    return isClosed.wait(timeout: .now() + .milliseconds(deadline.remainingMs)) == .success
  }
}

extension ProviderCache.Job {
  /// What is told of a job that is not done.
  fileprivate var refusal: Event? {
    switch self {
    case .find(_, let ticket): .answerFound(ticket: ticket, nil)
    case .order(_, let ticket): .cacheTold(ticket: ticket, .failed("the disk is too slow."))
    case .keep, .note: nil
    }
  }
}
