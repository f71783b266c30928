package import BusProtocol
internal import HostKit

/// ClientKit: typed calls for clients. It finds or starts the hub, opens the session, assembles replies and
/// describes errors for users. It is synchronous and small, because a client that makes a single call must
/// start within milliseconds.

/// A client of the bus: one session, one call at a time.
package final class BusClient {
  let locator: HubLocator
  let timeout: Duration
  var connection: HubConnection

  /// Opens a session with the hub, which is started if necessary and allowed.
  ///
  /// `timeout` limits this and every later reconnection.
  ///
  /// - Throws: ``ClientError``
  package init(_ locator: HubLocator, timeout: Duration = .seconds(10)) throws(ClientError) {
    self.locator = locator
    self.timeout = timeout
    connection = try BusClient.open(locator, timeout)
  }

  /// Makes a call and waits for the complete reply.
  ///
  /// `timeout` is the time limit of hub and providers. If the hub ends, a call that changes nothing is
  /// repeated once with its successor. A signal cancels the call. `progress` receives each part, and about
  /// ten times a second the waiting time so far.
  ///
  /// - Throws: ``ClientError``; ``ClientError/failed(_:)`` is the error returned by the hub.
  package func call(
    _ method: Method,
    _ parameters: CallParameters = CallParameters(),
    timeout: Duration = .seconds(10),
    progress: ((CallProgress) -> Void)? = nil
  ) throws(ClientError) -> Reply {
    do throws(ClientError) {
      return try attempt(method, parameters, timeout, progress)
    } catch {
      guard error.isHubLost, Methods[method]?.isReadOnly == true else { throw error }
    }
    try reconnect()
    return try attempt(method, parameters, timeout, progress)
  }

  private func attempt(
    _ method: Method,
    _ parameters: CallParameters,
    _ timeout: Duration,
    _ progress: ((CallProgress) -> Void)?
  ) throws(ClientError) -> Reply {
    let start = MonotonicClock.nowMs
    let deadline = Deadline(atMs: start + timeout.milliseconds + BusClient.replyMarginMs)
    var tick = progress == nil ? deadline : Deadline(atMs: start + BusClient.progressIntervalMs)
    let call = try connection.call(method, parameters, timeoutMs: timeout.milliseconds)
    var assembler = ReplyAssembler(call: call)
    while true {
      switch try next(min(tick, deadline), of: call) {
      case .event(.callMessage(let message)):
        switch try assembler.receive(message) {
        case .unrelated: break
        case .part(let part): progress?(.part(part))
        case .done(let reply): return reply
        }
      case .event(.ended), .hubLost: throw .hubLost
      case .event, .woken: break
      case .deadline where deadline.isExpired:
        connection.cancel(call)
        throw .timedOut(method, afterMs: timeout.milliseconds)
      case .deadline:
        progress?(.waiting(elapsedMs: MonotonicClock.nowMs - start))
        tick = .after(.milliseconds(BusClient.progressIntervalMs))
      }
    }
  }

  /// Waits for the next arrival; cancels this call, if there is one, when a signal arrives.
  func next(
    _ deadline: Deadline,
    of call: String?
  ) throws(ClientError) -> HubConnection.Arrival {
    do throws(ClientError) {
      return try connection.next(deadline)
    } catch {
      if case .interrupted = error, let call { connection.cancel(call) }
      throw error
    }
  }

  /// The extra time that a client waits: the hub replies at its own deadline.
  private static let replyMarginMs = 1_000
  private static let progressIntervalMs = 100
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
