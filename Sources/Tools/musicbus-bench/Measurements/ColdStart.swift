import HostKit

/// The bus starts quickly.
extension Measurement {
  static let coldStart = Measurement(name: "start") { _ in
    // Of this one, only the sample sources are used.
    let sources = try BenchHub()
    var times = Samples()
    for _ in 0..<7 {
      let home = try TemporaryDirectory(in: "/tmp", prefix: "mb-bench")
      let environment = sources.environment.merging(["MUSICBUS_HOME": home.path]) { $1 }
      times.add(try Programs.musicbus(["search", "artists", "Pink Floyd"], environment))
      try Programs.musicbus(["hub", "stop"], environment)
    }
    return [
      PerformanceTarget(
        "start.cold",
        "First reply of a cold start (no hub, sample sources)",
        times.median,
        .milliseconds,
        max: 1_000,
        [.init("slowest of 7", times.percentile(1), .milliseconds)]
      )
    ]
  }
}
