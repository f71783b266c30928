import Glibc
import HostKit

/// The baseline of the hub: a process that replies to each message with the same bytes.
enum Echo {
  /// The first frame of a message that sets the reply.
  fileprivate static let lesson = Array("reply".utf8)

  /// The process itself: `musicbus-bench echo ENDPOINT`. It ends with the one that started it.
  static func serve(at endpoint: String) throws {
    let parent = getppid()
    let socket = try RawSocket(RawContext(), .router, timeoutMs: 1_000)
    try socket.bind(to: endpoint)
    var reply: [[UInt8]] = []
    while getppid() == parent {
      do {
        let frames = try socket.receiveFrames()
        if frames.count > 1, frames[1] == lesson { reply = Array(frames[2...]) }
        try socket.send([frames[0]] + reply)
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
  private let directory: TemporaryDirectory

  /// Starts a process with this reply.
  init(reply: [[UInt8]]) throws {
    directory = try TemporaryDirectory(prefix: "mb-bench")
    let endpoint = "ipc://\(directory.path)/echo.sock"
    let program = try ExecutableSearch.thisExecutable()
    var launch = Launch(program, ["echo", endpoint], environment: .current)
    launch.output = .null
    process = try ChildProcess(launch)
    socket = try RawSocket(RawContext(), .dealer)
    try socket.connect(to: endpoint)
    try socket.send([Echo.lesson] + reply)
    try socket.receive()
  }
}
