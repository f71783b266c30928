internal import Foundation
internal import HostKit
internal import Synchronization
internal import ZeroMQ

/// A stand-in for one source, on loopback: it passes requests on to where the source is, counts
/// them, and holds or refuses them where a check wants to see what the provider does then.
final class UpstreamProxy: Sendable {
  enum Mode: Hashable, Sendable {
    case pass
    /// Requests are accepted and not answered.
    case hold
    /// Requests are answered `503`.
    case refuse
  }

  /// What was seen.
  struct Counts: Hashable, Sendable {
    /// Requests in all.
    var requests = 0
    /// Requests that are held, the askers still waiting.
    var held = 0
  }

  /// What the gate's thread is told.
  struct Order: Hashable, Sendable {
    var mode = Mode.pass
    /// Grows with each order.
    var number = 0
  }

  private struct State {
    var order = Order()
    var counts = Counts()
    var isClosed = false
    /// Who waits for an order to be carried out.
    var waiting: [(number: Int, done: DispatchSemaphore)] = []
  }

  let address: LoopbackAddress
  private let state: Mutex<State>
  /// Ends the wait of the gate's own thread.
  private let wakeUp: Waker

  /// Stands in for the source at `target`, and signals `changed` whenever the counts change.
  init(to target: LoopbackAddress, changed: Waker) throws {
    let (listener, port) = try LoopbackSockets.listen()
    address = LoopbackAddress(port: port)
    wakeUp = try Waker()
    state = Mutex(State())
    let loop = ProxyLoop(listener: listener, target: target, wakeUp: wakeUp)
    Thread.detachNewThread { [weak self] in
      var loop = loop
      loop.run(
        order: { self?.order },
        report: { counts, number in self?.take(counts, after: number, changed) }
      )
    }
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Tells the gate what to do from here on; requests that are held are treated so on return.
  func set(_ mode: Mode) {
    let done = DispatchSemaphore(value: 0)
    state.withLock { state in
      state.order = Order(mode: mode, number: state.order.number + 1)
      state.waiting.append((state.order.number, done))
    }
    wakeUp.signal()
    _ = done.wait(timeout: .now() + .seconds(1))
  }

  /// Ends its thread and all connections.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  deinit { wakeUp.signal() }

  /// What its thread is to do; nothing when it is to end.
  private var order: Order? {
    state.withLock { $0.isClosed ? nil : $0.order }
  }

  private func take(_ counts: Counts, after number: Int, _ changed: Waker) {
    let done = state.withLock { state in
      if state.counts != counts {
        state.counts = counts
        changed.signal()
      }
      defer { state.waiting.removeAll { $0.number <= number } }
      return state.waiting.filter { $0.number <= number }.map(\.done)
    }
    for semaphore in done { semaphore.signal() }
  }
}
