import Glibc
import HostKit

/// A client that always has far more calls under way than it may.
enum FloodClient {
  private static let underWay = 512

  /// The process itself: `musicbus-bench flood ENDPOINT`. It ends with the one that started it.
  static func serve(at endpoint: String) throws {
    let parent = getppid()
    let caller = try HubCaller(RawContext(), endpoint)
    let message = try caller.cachedMessage(albums: StubProvider.albumsOfArtist)
    try flood(caller.socket, with: message, parent)
  }

  /// The same for an echo: `musicbus-bench flood-echo ENDPOINT`.
  static func serveEcho(at endpoint: String) throws {
    let parent = getppid()
    let socket = try RawSocket(RawContext(), .dealer)
    try socket.connect(to: endpoint)
    try flood(socket, with: [Array(repeating: UInt8(ascii: "x"), count: 200)], parent)
  }

  private static func flood(
    _ socket: RawSocket,
    with message: [[UInt8]],
    _ parent: pid_t
  ) throws {
    for _ in 0..<underWay { try socket.send(message) }
    while getppid() == parent {
      _ = try socket.receive()
      try socket.send(message)
    }
  }
}

/// This program again, in another part, until it is dropped.
final class Part {
  let process: ChildProcess

  init(_ name: String, _ argument: String) throws {
    var launch = Launch(
      try ExecutableSearch.thisExecutable(),
      [name, argument],
      environment: .current
    )
    launch.output = .null
    process = try ChildProcess(launch)
  }
}
