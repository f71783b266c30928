package import BusProtocol
import Foundation
package import HostKit
import Synchronization
import ZeroMQ

/// A fake hub: a real router on a separate thread.
///
/// Its replies are computed by a function, and a process stands for the hub's.
package final class FakeHub {
  /// What the client takes for the hub's process.
  package let process: ChildProcess
  private let state: State
  private let thread: Thread
  private let ended: DispatchSemaphore

  private final class State: Sendable {
    let wakeUp: Waker
    let isStopping = Atomic<Bool>(false)
    let received = Mutex<[WireMessage]>([])

    init() throws { wakeUp = try Waker() }
  }

  /// `replies` returns the messages to send for each message; `nil` means a welcome to a hello.
  package init(
    _ paths: HubPaths,
    replies: @escaping @Sendable (WireMessage) throws -> [WireMessage]?
  ) throws {
    try paths.prepare()
    process = try ChildProcess(Launch("/bin/sleep", ["1000"], environment: [:]))
    state = try State()
    ended = DispatchSemaphore(value: 0)
    let bound = DispatchSemaphore(value: 0)
    thread = Thread { [state, ended] in
      do {
        try FakeHub.run(at: try paths.clientsEndpoint(), state, bound, replies)
      } catch {
        FileHandle.standardError.write(Data("the fake hub failed: \(error)\n".utf8))
      }
      ended.signal()
    }
    thread.start()
    guard bound.wait(timeout: .now() + 10) == .success else {
      throw RunResult.Hang(command: "the fake hub")
    }
  }

  deinit {
    state.isStopping.store(true, ordering: .relaxed)
    state.wakeUp.signal()
    ended.wait()
  }

  /// All that clients have sent so far.
  package var received: [WireMessage] { state.received.withLock { $0 } }

  /// The reply to a hello.
  package static func welcome(
    to hello: String?,
    sid: String = "s1",
    liveness: Welcome.Liveness = Welcome.Liveness(pingMs: 1000, deadMs: 5000)
  ) throws -> WireMessage {
    try WireMessage(
      Header(type: .welcome, re: hello, sid: sid),
      Welcome(
        version: .current,
        hub: PeerDescription(name: "hub", version: "1"),
        limits: .standard,
        liveness: liveness
      )
    )
  }

  private static func run(
    at endpoint: String,
    _ state: State,
    _ bound: DispatchSemaphore,
    _ replies: (WireMessage) throws -> [WireMessage]?
  ) throws {
    var socket = try Socket<Router>(try Context())
    try socket.bind(to: endpoint)
    bound.signal()
    var poller = Poller()
    _ = poller.add(socket)
    _ = poller.add(state.wakeUp)
    while !state.isStopping.load(ordering: .relaxed) {
      _ = try poller.wait(timeoutMs: 10_000)
      while let (peer, frames) = try socket.receive() {
        let message = try WireMessage(frames: frames.contents)
        state.received.withLock { $0.append(message) }
        let usual =
          message.header.type == .hello ? [try FakeHub.welcome(to: message.header.id)] : []
        for reply in try replies(message) ?? usual {
          _ = try socket.send(try reply.frames(), to: peer)
        }
      }
    }
  }
}
