internal import Dispatch
internal import FoundationEssentials
internal import HostKit
internal import Synchronization
internal import ZeroMQ

/// A proxy for one upstream on loopback: it counts requests, and can block or reject them.
final class UpstreamProxy: Sendable {
  enum Mode: Hashable, Sendable {
    case pass
    /// Accepts requests without responding.
    case block
    /// Responds `503`.
    case reject
  }

  struct Counts: Hashable, Sendable {
    /// All requests so far.
    var requests = 0
    /// Blocked requests whose client is still connected.
    var blocked = 0
  }

  /// A command to the thread of the proxy.
  struct Command: Hashable, Sendable {
    var mode = Mode.pass
    /// Increases with each command.
    var number = 0
  }

  private struct State {
    var command = Command()
    var counts = Counts()
    var isClosed = false
    /// Callers that wait until a command has been executed.
    var waiting: [(number: Int, done: DispatchSemaphore)] = []
  }

  let address: LoopbackAddress
  private let state: Mutex<State>
  private let waker: Waker

  /// Starts a proxy for `target` that signals `changed` when the counts change.
  init(to target: LoopbackAddress, changed: Waker) throws {
    let (listener, port) = try LoopbackSockets.listen()
    address = LoopbackAddress(port: port)
    waker = try Waker()
    state = Mutex(State())
    let loop = ProxyLoop(listener: listener, target: target, waker: waker)
    DispatchQueue(label: "proxy").async { [weak self] in
      var loop = loop
      loop.run(
        command: { self?.command },
        report: { counts, number in self?.update(counts, after: number, changed) }
      )
    }
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Sets the mode, also for requests that are blocked, and waits until it is in effect.
  func set(_ mode: Mode) {
    let done = DispatchSemaphore(value: 0)
    state.withLock { state in
      state.command = Command(mode: mode, number: state.command.number + 1)
      state.waiting.append((state.command.number, done))
    }
    waker.signal()
    _ = done.wait(timeout: .now() + .seconds(1))
  }

  /// Closes all connections and ends the thread.
  func close() {
    state.withLock { $0.isClosed = true }
    waker.signal()
  }

  deinit { waker.signal() }

  /// The current command; `nil` to end the thread.
  private var command: Command? {
    state.withLock { $0.isClosed ? nil : $0.command }
  }

  private func update(_ counts: Counts, after number: Int, _ changed: Waker) {
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
