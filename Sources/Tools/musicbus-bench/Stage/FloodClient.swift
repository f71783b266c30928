import Glibc
import HostKit

/// A client that always has far more calls under way than it may.
enum FloodClient {
  private static let underWay = 512

  /// The process itself: `musicbus-bench flood ENDPOINT`. It ends with the one that started it.
  static func serve(at endpoint: String) throws {
    let parent = getppid()
    let caller = try HubCaller(RawContext(), endpoint)
    let question = try caller.cachedQuestion(albums: StubProvider.albumsOfArtist)
    try flood(caller.socket, with: question, parent)
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
    with question: [[UInt8]],
    _ parent: pid_t
  ) throws {
    for _ in 0..<underWay { try socket.send(question) }
    while getppid() == parent {
      _ = try socket.receive()
      try socket.send(question)
    }
  }
}

/// A process that has nothing to do with the bus and uses so many thousandths of a processor.
enum CPULoad {
  private static let turn = 10_000.0

  /// The process itself: `musicbus-bench burn 700`. It ends with the one that started it.
  static func serve(_ permille: String) throws {
    guard let share = Double(permille).map({ min(1, $0 / 1000) }) else {
      throw UsageError("burn needs a number")
    }
    let parent = getppid()
    while getppid() == parent {
      let end = Stopwatch.nowMicroseconds + turn * share
      while Stopwatch.nowMicroseconds < end {}
      if share < 1 { poll(nil, 0, Int32(turn * (1 - share) / 1000)) }
    }
  }
}

/// This program again, in another part, until it is dropped.
final class Part {
  let process: ChildProcess

  init(_ name: String, _ operand: String) throws {
    var launch = Launch(
      try ExecutableSearch.thisExecutable(),
      [name, operand],
      environment: .current
    )
    launch.output = .null
    process = try ChildProcess(launch)
  }
}
