package import BusProtocol
internal import Synchronization
internal import ZeroMQ

/// Calls of a program that makes many at a time. Any thread submits them; a ``CallRunner`` makes them.
package final class CallQueue: Sendable {
  /// The number of a call in its queue.
  package typealias Number = UInt64

  /// The order in which calls are made if the hub's limit is reached.
  package enum Priority: Hashable, Sendable {
    case interactive
    /// Pictures: only a part of the hub's limit is used for them.
    case background
  }

  /// The progress of a call; exactly one event other than `part` ends it.
  package enum Event: Sendable {
    case part(WireMessage)
    case done(WireMessage)
    case failed(ClientError)
  }

  typealias Handler = @Sendable (Event) -> Void

  struct Submission: Sendable {
    let number: Number
    let method: Method
    let parameters: CallParameters
    let timeoutMs: Int?
    let priority: Priority
    let handler: Handler
  }

  private struct State {
    var count: Number = 0
    var submissions: [Submission] = []
    var cancellations: [Number] = []
  }

  private let state = Mutex(State())
  let waker: Waker

  package init() throws(ClientError) {
    do throws(ZeroMQError) {
      waker = try Waker()
    } catch {
      throw .socket(error)
    }
  }

  /// Submits a call; `handler` runs on the thread of the runner. Without a timeout it has no deadline.
  @discardableResult
  package func submit(
    _ method: Method,
    _ parameters: CallParameters = CallParameters(),
    timeoutMs: Int?,
    priority: Priority = .interactive,
    handler: @escaping @Sendable (Event) -> Void
  ) -> Number {
    let number = state.withLock { state in
      state.count += 1
      state.submissions.append(
        Submission(
          number: state.count,
          method: method,
          parameters: parameters,
          timeoutMs: timeoutMs,
          priority: priority,
          handler: handler
        )
      )
      return state.count
    }
    waker.signal()
    return number
  }

  /// Cancels a call; its handler still gets the event that ends it.
  package func cancel(_ number: Number) {
    state.withLock { $0.cancellations.append(number) }
    waker.signal()
  }

  /// Ends the current wait of the runner, or its next one.
  package func wake() { waker.signal() }

  /// Removes and returns everything submitted and cancelled.
  func drain() -> (submissions: [Submission], cancellations: [Number]) {
    state.withLock { state in
      defer {
        state.submissions = []
        state.cancellations = []
      }
      return (state.submissions, state.cancellations)
    }
  }
}
