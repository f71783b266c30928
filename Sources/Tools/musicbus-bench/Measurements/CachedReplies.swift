/// A reply that is cut from a result in the hub's memory takes a few round trips: it is encoded again each time.
extension Measurement {
  static let cachedReplies = Measurement(name: "cached") { _ in
    let hub = try BenchHub()
    let caller = try HubCaller(hub)
    _ = try caller.readyProviders()
    let message = try caller.cachedMessage()
    let reply = try caller.call(message)
    let echo = try EchoPeer(reply: reply)
    var rounds = AlternatingRounds()
    var (hubTimes, echoTimes) = (Samples(), Samples())
    for _ in 0..<200 {
      let times = Samples(try (0..<50).map { _ in try caller.socket.time(of: message) })
      let baseline = Samples(try (0..<50).map { _ in try echo.socket.time(of: message) })
      rounds.add(times.median, baseline: baseline.median)
      times.values.forEach { hubTimes.add($0) }
      baseline.values.forEach { echoTimes.add($0) }
    }
    return [
      PerformanceTarget(
        "cached.p50",
        "Cached reply through the hub, p50, against a raw echo",
        "hub p50",
        to: "echo p50",
        .microseconds,
        in: rounds,
        max: 3,
        [
          .init("hub p99", hubTimes.percentile(0.99), .microseconds),
          .init("echo p99", echoTimes.percentile(0.99), .microseconds),
          .init("reply bytes", Double(reply.reduce(0) { $0 + $1.count }), .count),
        ]
      )
    ]
  }
}
