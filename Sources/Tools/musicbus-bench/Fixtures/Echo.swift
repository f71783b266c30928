import Glibc
import HostKit

/// The baseline of the hub: a process that replies to each message with the same bytes. If it has
/// sources, it forwards the message to these first, and waits for all their replies.
enum Echo {
  /// The first frame of a message that sets the reply.
  static let lesson = Array("reply".utf8)

  /// The process itself: `musicbus-bench echo "ENDPOINT [SOURCE…]"`. It ends with the one that
  /// started it.
  static func serve(at endpoints: String) throws {
    let parent = getppid()
    let context = try RawContext()
    let endpoints = endpoints.split(separator: " ").map(String.init)
    let socket = try RawSocket(context, .router, timeoutMs: 1_000)
    try socket.bind(to: endpoints[0])
    let sources = try endpoints.dropFirst().map { source in
      let socket = try RawSocket(context, .dealer)
      try socket.connect(to: source)
      return socket
    }
    var reply: [[UInt8]] = []
    while getppid() == parent {
      do {
        let frames = try socket.receiveFrames()
        if frames.count > 1, frames[1] == lesson {
          reply = Array(frames[2...])
        } else {
          for source in sources { try source.send(Array(frames[1...])) }
          for source in sources { _ = try source.receive() }
        }
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
  let endpoint: String

  /// Starts a process with this reply, which waits for those of its sources.
  init(
    _ context: RawContext,
    in home: BenchHome,
    reply: [[UInt8]],
    after sources: [EchoPeer] = []
  ) throws {
    endpoint = "ipc://\(home.path)/echo-\(BenchHome.nextNumber()).sock"
    var launch = Launch(
      try ExecutableSearch.thisExecutable(),
      ["echo", ([endpoint] + sources.map(\.endpoint)).joined(separator: " ")],
      environment: .current
    )
    launch.output = .null
    process = try ChildProcess(launch)
    socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    try socket.send([Echo.lesson] + reply)
    _ = try socket.receive()
  }

  /// One more connection to the same echo.
  func anotherSocket(_ context: RawContext) throws -> RawSocket {
    let socket = try RawSocket(context, .dealer)
    try socket.connect(to: endpoint)
    return socket
  }
}
