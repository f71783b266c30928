import HostKit

/// A whole process of the command line costs little more than a similar one of redis.
extension Measurement {
  static let commandLine = Measurement(
    name: "command",
    summary: "whole processes: a cached reply against redis-cli PING",
    run: { _ in
      let redis = try RedisServer()
      let hub = try BenchHub(providers: 1)
      try HubCaller(RawContext(), hub).awaitReply(of: 0, within: 10)
      let command = Command(
        try Programs.path("musicbus"),
        ["albums", "\(BenchHub.providerName(0)):artist:1", "--limit", "10"],
        ["MUSICBUS_HOME": hub.home.path, "MUSICBUS_NO_AUTOSTART": "1"],
        statuses: [0, 75]
      )
      for _ in 0..<3 { _ = try command.time() }
      let rounds = try Command.compare(command, redis.ping, rounds: 100)
      return [
        .ratio(
          "command.cached",
          "Whole musicbus process for a cached reply, against redis-cli PING",
          "musicbus p50",
          to: "redis-cli p50",
          .milliseconds,
          in: rounds,
          .atMost(2)
        )
      ]
    }
  )
}

/// A separate redis server.
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
    ping = Command(try Command.find("redis-cli"), ["-s", socket, "PING"])
    child = try ChildProcess(launch)
    let deadline = Deadline.after(.seconds(10))
    while (try? ping.time()) == nil {
      if deadline.isExpired { throw Missing("a running redis-server") }
    }
  }
}
