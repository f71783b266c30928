import Glibc
import HostKit

/// The baseline of the hub: a process that answers each message with the same bytes, as fast as
/// libzmq can.
enum Echo {
  /// The first frame of a message that tells what to answer from now on.
  static let lesson = Array("answer".utf8)

  /// The process itself: `musicbus-bench echo ENDPOINT`. It ends with the one that started it.
  static func serve(at endpoint: String) throws {
    let parent = getppid()
    let socket = try RawSocket(RawContext(), .router, timeoutMs: 1_000)
    try socket.bind(to: endpoint)
    var answer: [[UInt8]] = []
    while getppid() == parent {
      do {
        let frames = try socket.receiveFrames()
        if frames.count > 1, frames[1] == lesson { answer = Array(frames[2...]) }
        try socket.send([frames[0]] + answer)
      } catch let error as RawError where error.isTimeout {
        continue
      }
    }
  }
}

/// A running echo, and a connection to it.
final class EchoPeer {
  let socket: RawSocket
  private let process: ChildProcess
  let endpoint: String

  /// Starts one that gives each message the same answer.
  init(_ context: RawContext, in home: BenchHome, answer: [[UInt8]]) throws {
    endpoint = "ipc://\(home.path)/echo-\(BenchHome.nextNumber()).sock"
    var launch = Launch(
      try ExecutableSearch.thisExecutable(),
      ["echo", endpoint],
      environment: .current
    )
    launch.output = .null
    process = try ChildProcess(launch)
    socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    try socket.send([Echo.lesson] + answer)
    _ = try socket.receive()
  }

  /// One more connection to the same echo.
  func anotherSocket(_ context: RawContext) throws -> RawSocket {
    let socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    return socket
  }
}
