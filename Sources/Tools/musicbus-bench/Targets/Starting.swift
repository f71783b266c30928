import BusProtocol
import HostKit

/// The bus starts quickly.
extension Measurement {
  static let starting = Measurement(
    name: "start",
    summary: "from nothing to the first reply: with the command line, and of a hub alone",
    run: { _ in try [coldStart(), hubStart()] }
  )

  private static func coldStart() throws -> PerformanceTarget {
    let sources = try SampleSources()
    let musicbus = try Programs.path("musicbus")
    var times = Samples()
    for _ in 0..<7 {
      let home = try BenchHome()
      let environment = sources.environment.merging(["MUSICBUS_HOME": home.path]) { $1 }
      let search = Command(musicbus, ["search", "artists", "Pink Floyd"], environment)
      times.add(try search.time())
      _ = try Command(musicbus, ["hub", "stop"], environment).time()
    }
    return PerformanceTarget(
      "start.cold",
      "First reply of a cold start (no hub, sample sources)",
      times.median,
      .milliseconds,
      .atMost(1_000),
      [.init("slowest of 7", times.percentile(1), .milliseconds)]
    )
  }

  private static func hubStart() throws -> PerformanceTarget {
    let context = try RawContext()
    var times = Samples()
    for _ in 0..<7 {
      let hub = try BenchHub(providers: 3)
      _ = try Fan(HubCaller(context, hub)).wholeReply(providers: 3, albums: 25)
      times.add((Stopwatch.nowMicroseconds - hub.started) / 1_000)
    }
    return PerformanceTarget(
      "start.hub",
      "Hub start to the first reply of three providers",
      times.median,
      .milliseconds,
      .atMost(300),
      [.init("slowest of 7", times.percentile(1), .milliseconds)]
    )
  }
}
