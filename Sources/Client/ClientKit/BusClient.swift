package import BusProtocol
internal import HostKit

/// ClientKit: typed calls for clients. It finds or starts the hub, keeps the session, puts answers
/// together, and says in words what went wrong. It is synchronous and small, because a client that
/// asks one thing must start in milliseconds.

/// A client of the bus: one session, one call at a time.
package final class BusClient {
  let access: HubLocator
  let patience: Duration
  var connection: HubConnection

  /// Opens a session with the hub, which is started where that is allowed and none runs.
  ///
  /// It tries for as long as `patience` lasts, also when a hub has to be found again later.
  ///
  /// - Throws: ``ClientError``
  package init(_ access: HubLocator, patience: Duration = .seconds(10)) throws(ClientError) {
    self.access = access
    self.patience = patience
    connection = try BusClient.open(access, patience)
  }

  /// Asks, and waits for the whole answer.
  ///
  /// Hub and providers have the time `ttl`. A question is asked again, once, of the hub that comes
  /// after one that has ended; Ctrl-C takes it back. `progress` is told each part, and about ten
  /// times a second that the answer is still to come.
  ///
  /// - Throws: ``ClientError``; ``ClientError/failed(_:)`` is the hub's own answer.
  package func call(
    _ method: Method,
    _ parameters: CallParameters = CallParameters(),
    ttl: Duration = .seconds(10),
    progress: ((CallProgress) -> Void)? = nil
  ) throws(ClientError) -> Reply {
    do throws(ClientError) {
      return try attempt(method, parameters, ttl, progress)
    } catch {
      guard error.isLossOfHub, method.isQuestion else { throw error }
    }
    try reopen()
    return try attempt(method, parameters, ttl, progress)
  }

  private func attempt(
    _ method: Method,
    _ parameters: CallParameters,
    _ ttl: Duration,
    _ progress: ((CallProgress) -> Void)?
  ) throws(ClientError) -> Reply {
    let start = MonotonicClock.nowMs
    let deadline = Deadline(atMs: start + ttl.milliseconds + BusClient.marginMs)
    var tick = progress == nil ? deadline : Deadline(atMs: start + BusClient.tickMs)
    let call = try connection.call(method, parameters, timeoutMs: ttl.milliseconds)
    var collector = ReplyAssembler(call: call)
    while true {
      switch try next(min(tick, deadline), of: call) {
      case .event(.answer(let message)):
        switch try collector.take(message) {
        case .foreign: break
        case .part(let part): progress?(.part(part))
        case .done(let answer): return answer
        }
      case .event(.ended), .hubEnded: throw .hubLost
      case .event: break
      case .deadline where deadline.isExpired:
        connection.cancel(call)
        throw .timedOut(method, afterMs: ttl.milliseconds)
      case .deadline:
        progress?(.waiting(elapsedMs: MonotonicClock.nowMs - start))
        tick = .after(.milliseconds(BusClient.tickMs))
      }
    }
  }

  /// The next arrival; a call that is interrupted is cancelled.
  func next(
    _ deadline: Deadline,
    of call: String
  ) throws(ClientError) -> HubConnection.Arrival {
    do throws(ClientError) {
      return try connection.next(deadline)
    } catch {
      if case .interrupted = error { connection.cancel(call) }
      throw error
    }
  }

  /// How much longer than the hub itself a client waits: the hub answers at its own mark.
  private static let marginMs = 1_000
  private static let tickMs = 100
}

/// What happens while a call is under way.
package enum CallProgress: Hashable, Sendable {
  /// Of a streamed answer what changes on the page, of another one some of its items.
  case part(Part)
  case waiting(elapsedMs: Int)
}

extension Method {
  /// Questions that only the hub answers.
  private static let questionsOfHub: Set<Method> = [
    .listProviders, .hubStatus, .hubMetrics, .cacheStatus, .recentSearches, .explainRecords,
    .previewPolicy, .listFavorites, .getFavorite, .exportFavorites,
  ]

  /// Whether it changes nothing, so that it may be asked twice.
  fileprivate var isQuestion: Bool {
    Method.ofProviders.contains(self) || Method.questionsOfHub.contains(self)
  }
}

extension ClientError {
  /// Whether there is no session with this hub any more, but may be with the next.
  var isLossOfHub: Bool {
    switch self {
    case .hubLost: true
    case .failed(let failure): [.hubStopping, .sessionUnknown].contains(failure.code)
    default: false
    }
  }
}
