package import BusProtocol
package import HostKit

/// ClientKit: typed calls for clients. It finds or starts the hub, opens the session, assembles replies and
/// describes errors for users. It is synchronous and small, because a client that makes a single call must
/// start within milliseconds.

/// A client of the bus that waits for its calls: a ``CallRunner`` that is stepped until they have ended.
package final class BusClient {
  private let queue: CallQueue
  private let runner: CallRunner

  /// Opens a session with the hub, which is started if necessary and allowed.
  ///
  /// `timeout` limits this and every later reconnection. After the end of a hub, a client that may not start one waits for its
  /// successor as long as `successorTimeout`.
  ///
  /// - Throws: ``ClientError``
  package init(
    _ locator: HubLocator,
    timeout: Duration = .seconds(10),
    successorTimeout: Duration = .seconds(5)
  ) throws(ClientError) {
    queue = try CallQueue()
    runner = CallRunner(
      locator,
      queue,
      openTimeout: timeout,
      successorTimeout: successorTimeout
    )
    try runner.connect()
  }

  /// Makes a call and returns its result, as ``reply(to:timeout:progress:)`` does with the whole reply.
  ///
  /// - Throws: ``ClientError``
  package func call<Result>(
    _ call: Call<Result>,
    timeout: Duration = .seconds(10)
  ) throws(ClientError) -> Result {
    try call.result(of: reply(to: call, timeout: timeout))
  }

  /// Makes a call and waits for the complete reply.
  ///
  /// `timeout` is the time limit of hub and providers. If the hub ends, a call that changes nothing is
  /// repeated once with its successor. A signal cancels the call. `progress` receives each part, and about
  /// ten times a second the waiting time so far.
  ///
  /// - Throws: ``ClientError``; ``ClientError/failed(_:)`` is the error returned by the hub.
  package func reply<Result>(
    to call: Call<Result>,
    timeout: Duration = .seconds(10),
    progress: ((CallProgress) -> Void)? = nil
  ) throws(ClientError) -> Reply {
    let start = MonotonicClock.nowMs
    var pending = queue.submit(call.whole, timeoutMs: timeout.milliseconds)
    var tick = Deadline.after(progress == nil ? timeout : BusClient.progressInterval)
    var isRepeated = false
    while true {
      if let result = pending.take({ progress?(.part($0)) }) {
        // The runner repeats a call only if nothing has arrived.
        guard case .failure(let error) = result, error.isHubLost, pending.hasParts, !isRepeated,
          call.parameters.mayRepeat(call.method)
        else { return try result.get() }
        isRepeated = true
        pending = queue.submit(call.whole, timeoutMs: timeout.milliseconds)
      }
      if let progress, tick.isExpired {
        progress(.waiting(elapsedMs: MonotonicClock.nowMs - start))
        tick = .after(BusClient.progressInterval)
      }
      try runner.step(until: tick)
    }
  }

  /// Makes calls concurrently and returns their results in the order of the calls.
  ///
  /// `timeout` limits them together. This client waits a second longer, or only for `maxWait`.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  package func replies(
    to calls: [Call<Reply>],
    timeout: Duration,
    maxWait: Duration? = nil
  ) throws(ClientError) -> [Result<Reply, ClientError>] {
    var pending = calls.map { queue.submit($0, timeoutMs: timeout.milliseconds) }
    var results: [Result<Reply, ClientError>?] = Array(repeating: nil, count: calls.count)
    let deadline = Deadline.after(maxWait ?? timeout + .seconds(1))
    while true {
      for index in pending.indices where results[index] == nil {
        results[index] = pending[index].take()
      }
      if !results.contains(where: { $0 == nil }) { break }
      guard !deadline.isExpired else {
        for one in pending { queue.cancel(one.number) }
        break
      }
      try runner.step(until: deadline)
    }
    return zip(calls, results).map { call, result in
      result ?? .failure(.timedOut(call.method, afterMs: timeout.milliseconds))
    }
  }

  /// Makes calls one after the other, several of them in flight, so that neither side waits for the other.
  ///
  /// `next` returns `nil` after the last call. `receive` gets the replies in the order of the calls.
  /// `timeout` limits each call.
  ///
  /// - Throws: ``ClientError`` of the first call that fails, and what the closures throw. The other calls are
  ///   cancelled.
  package func pipeline(
    inFlight maxCount: Int,
    timeout: Duration,
    next: () throws -> Call<Reply>?,
    receive: (Reply) throws -> Void
  ) throws {
    var pending: [PendingReply] = []
    var isComplete = false
    defer { cancel(pending) }
    while true {
      while !isComplete, pending.count < maxCount {
        guard let call = try next() else {
          isComplete = true
          break
        }
        pending.append(queue.submit(call, timeoutMs: timeout.milliseconds))
      }
      guard !pending.isEmpty else { return }
      guard let result = pending[0].take() else {
        try runner.step(until: .after(timeout))
        continue
      }
      pending.removeFirst()
      try receive(result.get())
    }
  }

  /// Waits while keeping the session open.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)`` after a signal.
  package func wait(_ time: Duration) throws(ClientError) {
    let deadline = Deadline.after(time)
    while !deadline.isExpired { try runner.step(until: deadline) }
  }

  /// Watches the hub: passes the full state and then each change to `show`. It ends with the hub,
  /// when the user interrupts, or at the deadline.
  ///
  /// - Throws: ``ClientError/hubLost`` if the hub ends, ``ClientError/interrupted(signal:)`` after a signal.
  package func watch(until deadline: Deadline? = nil, _ show: (Part) throws -> Void) throws {
    var watch = queue.submit(.hubWatch, timeoutMs: nil)
    let number = watch.number
    defer {
      queue.cancel(number)
      try? runner.step(until: .after(.zero))
    }
    while deadline?.isExpired != true {
      var parts: [Part] = []
      let result = watch.take { parts.append($0) }
      try parts.forEach(show)
      switch result {
      case .success?: throw ClientError.protocolError("The hub ended the watch.")
      case .failure(let error)?: throw error.isHubLost ? ClientError.hubLost : error
      case .none:
        let next = Deadline.after(BusClient.watchInterval)
        try runner.step(until: min(next, deadline ?? next))
      }
    }
  }

  /// Connects to the successor of a hub that has ended. A client that must not start one waits for a while
  /// until another process does.
  package func reconnect() throws(ClientError) {
    try runner.reconnect()
  }

  /// Cancels calls, and sends that.
  private func cancel(_ calls: [PendingReply]) {
    guard !calls.isEmpty else { return }
    for call in calls { queue.cancel(call.number) }
    try? runner.step(until: .after(.zero))
  }

  private static let progressInterval = Duration.milliseconds(100)
  /// The length of one wait; a watch itself has no deadline.
  private static let watchInterval = Duration.seconds(60)
}

/// The progress of a call in flight.
package enum CallProgress: Hashable, Sendable {
  /// Changes to the page of a streamed reply, or some items of another one.
  case part(Part)
  case waiting(elapsedMs: Int)
}

extension ClientError {
  /// Whether the session is lost, but the next hub may accept a new one.
  var isHubLost: Bool {
    switch self {
    case .hubLost: true
    case .failed(let failure): [.hubStopping, .sessionUnknown].contains(failure.code)
    default: false
    }
  }
}
