internal import BusProtocol
internal import Glibc
package import HostKit
internal import ZeroMQ

/// Makes the calls of a ``CallQueue`` over one session; the thread that steps it owns the session.
///
/// It opens a session when there are calls, and again after the hub has ended. If the hub ends, a call that
/// can be repeated, and of which no part has arrived, is repeated once with its successor.
package final class CallRunner {
  private let locator: HubLocator
  private let queue: CallQueue
  /// The time limit for opening a session.
  private let openTimeout: Duration
  /// The time to wait for the successor of a hub that has ended, if this process must not start one.
  private let successorTimeout: Duration
  private var connection: HubConnection?
  private var waiting: [CallQueue.Submission] = []
  private var calls: [String: RunningCall] = [:]

  private struct RunningCall {
    let submission: CallQueue.Submission
    /// The time by which the hub must have replied.
    let deadline: Deadline?
    var partCount = 0
    var isCancelled = false
    /// Whether this is the second attempt, with another hub.
    let isRepeated: Bool
  }

  /// The calls in flight at most; the hub's limit is 32 per session.
  private static let maxCalls = 28
  /// Each call for a picture reserves requests of its source, which searches need as well.
  private static let maxBackgroundCalls = 4
  /// The extra time to wait: the hub replies at its own deadline.
  private static let replyMarginMs = 1_000

  package init(
    _ locator: HubLocator,
    _ queue: CallQueue,
    openTimeout: Duration = .seconds(10),
    successorTimeout: Duration = .zero
  ) {
    self.locator = locator
    self.queue = queue
    self.openTimeout = openTimeout
    self.successorTimeout = successorTimeout
  }

  /// The number of calls in flight.
  package var callCount: Int { calls.count + waiting.count }

  /// Opens a session with the hub, which is found or started.
  ///
  /// - Throws: ``ClientError``
  func connect() throws(ClientError) { connection = try open() }

  /// Opens a session with the successor of a hub that has ended.
  ///
  /// - Throws: ``ClientError``
  func reconnect() throws(ClientError) {
    let deadline = Deadline.after(successorTimeout)
    while true {
      do throws(ClientError) {
        return try connect()
      } catch {
        guard case .noHub = error, !deadline.isExpired else { throw error }
      }
      if let signal = SignalHandling.signal { throw .interrupted(signal: signal) }
      poll(nil, 0, CallRunner.restartPollMs)
    }
  }

  private static let restartPollMs: CInt = 20

  /// Makes the calls that were submitted, waits for a message of the hub or a deadline, and runs the handlers
  /// that this concerns. It returns early if calls are submitted meanwhile.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  package func step(until deadline: Deadline) throws(ClientError) {
    drainQueue()
    try openIfNeeded()
    startCalls()
    try receive(min(deadline, calls.values.compactMap(\.deadline).min() ?? deadline))
    expireCalls()
  }

  private func drainQueue() {
    let (submissions, cancellations) = queue.drain()
    waiting += submissions
    for number in cancellations {
      if let index = waiting.firstIndex(where: { $0.number == number }) {
        let submission = waiting.remove(at: index)
        submission.handler(.failed(.failed(Failure(.cancelled, "The caller cancelled the call."))))
      } else if let (id, call) = calls.first(where: { $0.value.submission.number == number }),
        !call.isCancelled
      {
        calls[id]?.isCancelled = true
        connection?.cancel(id)
      }
    }
  }

  private func openIfNeeded() throws(ClientError) {
    guard connection == nil, !waiting.isEmpty else { return }
    do throws(ClientError) {
      connection = try open()
    } catch {
      if case .interrupted = error { throw error }
      let failed = waiting
      waiting = []
      for submission in failed { submission.handler(.failed(error)) }
    }
  }

  /// Opens a session. The wait for it ends wake-ups of the queue, so the queue is checked again.
  private func open() throws(ClientError) -> HubConnection {
    defer { queue.waker.signal() }
    return try HubConnection.open(locator, openTimeout, waker: queue.waker)
  }

  private func startCalls() {
    guard let connection else { return }
    var backgroundCount = calls.values.count { $0.submission.priority == .background }
    var deferred: [CallQueue.Submission] = []
    for submission in waiting.sorted(by: { $0.precedes($1) }) {
      let isBackground = submission.priority == .background
      guard calls.count < CallRunner.maxCalls,
        !isBackground || backgroundCount < CallRunner.maxBackgroundCalls
      else {
        deferred.append(submission)
        continue
      }
      backgroundCount += isBackground ? 1 : 0
      start(submission, connection)
    }
    waiting = deferred
  }

  private func start(
    _ submission: CallQueue.Submission,
    _ connection: HubConnection,
    isRepeated: Bool = false
  ) {
    do throws(ClientError) {
      let id = try connection.call(
        submission.method,
        submission.parameters,
        timeoutMs: submission.timeoutMs
      )
      calls[id] = RunningCall(
        submission: submission,
        deadline: submission.timeoutMs.map {
          .after(.milliseconds($0 + CallRunner.replyMarginMs))
        },
        isRepeated: isRepeated
      )
    } catch {
      submission.handler(.failed(error))
    }
  }

  private func receive(_ deadline: Deadline) throws(ClientError) {
    guard let connection else { return try waitForCalls(deadline) }
    do throws(ClientError) {
      switch try connection.next(deadline) {
      case .event(.callMessage(let message)): try handle(message)
      case .event(.ended(let bye)): try sessionEnded(CallRunner.error(of: bye))
      case .hubLost: try sessionEnded(.hubLost)
      case .event, .deadline, .woken: break
      }
    } catch {
      if case .interrupted = error { throw error }
      try sessionEnded(error)
    }
  }

  /// Waits without a session.
  private func waitForCalls(_ deadline: Deadline) throws(ClientError) {
    var poller = Poller()
    _ = poller.add(queue.waker)
    if let waker = SignalHandling.waker { _ = poller.add(waker) }
    do throws(ZeroMQError) {
      _ = try poller.wait(timeoutMs: deadline.remainingMs)
    } catch {
      throw .socket(error)
    }
    queue.waker.reset()
    if let signal = SignalHandling.signal { throw .interrupted(signal: signal) }
  }

  private func handle(_ message: WireMessage) throws(ClientError) {
    guard let id = message.header.re, let call = calls[id] else { return }
    let handler = call.submission.handler
    if message.header.type == .part {
      guard message.header.seq == call.partCount else {
        calls[id] = nil
        connection?.cancel(id)
        let text = "Part \(call.partCount) of the reply is missing."
        return handler(.failed(.protocolError(text)))
      }
      calls[id]?.partCount += 1
      return handler(.part(message))
    }
    let error: ClientError? = message.header.type == .error ? CallRunner.error(message) : nil
    // The call is among those of a session that ends.
    if let error, error.isHubLost { return try sessionEnded(error) }
    calls[id] = nil
    handler(error.map { .failed($0) } ?? .done(message))
  }

  /// Fails the calls of a session, or repeats those that change nothing with the next hub.
  private func sessionEnded(_ error: ClientError) throws(ClientError) {
    connection = nil
    let lost = calls.values.sorted { $0.submission.number < $1.submission.number }
    calls = [:]
    var repeatable: [CallQueue.Submission] = []
    for call in lost {
      let mayRepeat = call.submission.parameters.mayRepeat(call.submission.method)
      if error.isHubLost, mayRepeat, !call.isRepeated, !call.isCancelled, call.partCount == 0 {
        repeatable.append(call.submission)
      } else {
        call.submission.handler(.failed(error))
      }
    }
    guard !repeatable.isEmpty else { return }
    do throws(ClientError) {
      try reconnect()
      guard let connection else { return }
      for submission in repeatable { start(submission, connection, isRepeated: true) }
    } catch {
      if case .interrupted = error { throw error }
      for submission in repeatable { submission.handler(.failed(error)) }
    }
  }

  private func expireCalls() {
    for (id, call) in calls where call.deadline?.isExpired == true {
      calls[id] = nil
      connection?.cancel(id)
      let timeoutMs = call.submission.timeoutMs ?? 0
      call.submission.handler(.failed(.timedOut(call.submission.method, afterMs: timeoutMs)))
    }
  }

  private static func error(_ message: WireMessage) -> ClientError {
    do throws(Failure) {
      return .failed(try message.decodeBody())
    } catch {
      return .protocolError(error.message)
    }
  }

  private static func error(of bye: Bye) -> ClientError {
    switch bye.code {
    case .hubStopping?, .sessionUnknown?: .hubLost
    default: .refused(bye)
    }
  }
}

extension CallQueue.Submission {
  /// Whether a call is made before another one.
  fileprivate func precedes(_ other: CallQueue.Submission) -> Bool {
    if priority != other.priority { return priority == .interactive }
    return number < other.number
  }
}
