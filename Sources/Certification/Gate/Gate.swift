internal import Foundation
internal import HostKit
internal import Synchronization
internal import ZeroMQ

/// A stand-in for one source, on loopback: it passes requests on to where the source is, counts
/// them, and holds or refuses them where a check wants to see what the provider does then.
final class Gate: Sendable {
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

  struct State {
    var mode = Mode.pass
    var counts = Counts()
    var isClosed = false
  }

  let address: LoopbackAddress
  private let state: Mutex<State>
  /// Ends the wait of the gate's own thread.
  private let wakeUp: WakeUp

  /// - Parameters:
  ///   - target: where the source is.
  ///   - changed: is signalled whenever the counts change.
  init(to target: LoopbackAddress, changed: WakeUp) throws {
    let (listener, port) = try Sockets.listen()
    address = LoopbackAddress(port: port)
    wakeUp = try WakeUp()
    state = Mutex(State())
    let loop = GateLoop(listener: listener, target: target, wakeUp: wakeUp)
    Thread.detachNewThread { [weak self] in
      var loop = loop
      loop.run { counts in
        guard let self else { return nil }
        return self.state.withLock { state in
          if state.counts != counts {
            state.counts = counts
            changed.signal()
          }
          return state.isClosed ? nil : state.mode
        }
      }
    }
  }

  var counts: Counts { state.withLock { $0.counts } }

  func set(_ mode: Mode) {
    state.withLock { $0.mode = mode }
    wakeUp.signal()
  }

  /// Ends its thread and all connections.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.signal()
  }

  deinit { wakeUp.signal() }
}
