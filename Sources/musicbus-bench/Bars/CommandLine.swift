import HostKit

/// A whole process of the command line costs little more than one that does nothing.
extension Measurement {
  static let commandLine = Measurement(
    name: "command",
    summary: "whole processes: a cached answer against redis-cli PING, --help against an empty one",
    run: { _ in try [cached()] + help() }
  )

  private static func cached() throws -> Bar {
    let redis = try RedisServer()
    let hub = try BenchHub(providers: 1)
    try HubCaller(RawContext(), hub).awaitAnswer(of: 0, within: 10)
    let command = Command(
      try Programs.path("musicbus"),
      ["albums", "\(BenchHub.providerName(0)):artist:1", "--limit", "10"],
      ["MUSICBUS_HOME": hub.home.path, "MUSICBUS_NO_AUTOSTART": "1"],
      statuses: [0, 75]
    )
    for _ in 0..<3 { _ = try command.time() }
    let (ours, theirs) = try Command.compare(command, redis.ping, samples: 100)
    return .ratio(
      "command.cached",
      "Whole musicbus process for a cached answer, against redis-cli PING",
      .init("musicbus p50", ours.median, .milliseconds),
      to: .init("redis-cli p50", theirs.median, .milliseconds),
      .atMost(2)
    )
  }

  private static func help() throws -> [Bar] {
    let help = Command(try Programs.path("musicbus"), ["--help"])
    let empty = Command(try Programs.path("musicbus-bench-empty"))
    let loaded = Command(try Programs.path("musicbus-bench-empty"), [], ["LD_PRELOAD": libzmq])
    let (ours, theirs) = try Command.compare(help, empty, samples: 100)
    let (again, withLibrary) = try Command.compare(help, loaded, samples: 100)
    return [
      .ratio(
        "command.help",
        "musicbus --help, against an empty statically linked Swift process",
        .init("musicbus p50", ours.median, .milliseconds),
        to: .init("empty p50", theirs.median, .milliseconds),
        .atMost(1.5),
        further: [
          .init("empty with libzmq loaded, p50", withLibrary.median, .milliseconds),
          .init("that against empty", withLibrary.median / theirs.median, .times),
        ],
        note: "What differs is mostly the loading of libzmq and of the libraries that Debian links "
          + "it with (see ldd): the empty process that loads them too shows how much."
      ),
      .ratio(
        "command.help.loaded",
        "musicbus --help, against the empty process with libzmq loaded",
        .init("musicbus p50", again.median, .milliseconds),
        to: .init("empty with libzmq p50", withLibrary.median, .milliseconds),
        nil
      ),
    ]
  }

  private static let libzmq = "libzmq.so.5"
}

/// A redis server of its own, for its client to have somebody to talk to.
private final class RedisServer {
  let ping: Command
  private let home: BenchHome
  private let child: ChildProcess

  init() throws {
    home = try BenchHome()
    let socket = "\(home.path)/redis.sock"
    var launch = Launch(
      try Command.find("redis-server"),
      ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", home.path],
      environment: Environment.current.allowing(["PATH"])
    )
    launch.output = .null
    child = try ChildProcess(launch)
    ping = Command(try Command.find("redis-cli"), ["-s", socket, "PING"])
    let deadline = Deadline.after(.seconds(10))
    while (try? ping.time()) == nil {
      if deadline.isOver { throw Missing("a running redis-server") }
    }
  }
}
