/// A reply from the hub's memory costs little more than a round trip.
extension Measurement {
  static let cachedReplies = Measurement(
    name: "cached",
    summary: "cached replies through the hub, one by one and pipelined, against a raw echo",
    run: { _ in
      let hub = try BenchHub(providers: 1)
      let context = try RawContext()
      return try [oneByOne(hub, context), pipelined(hub, context)]
    }
  )

  private static func oneByOne(_ hub: BenchHub, _ context: RawContext) throws -> PerformanceTarget {
    let pair = try CachedPair(hub, context, albums: 1)
    let (rounds, times) = try pair.compare(rounds: 200, each: 50)
    return .ratio(
      "cached.p50",
      "Cached reply through the hub, p50, against a raw echo",
      "hub p50",
      to: "echo p50",
      .microseconds,
      in: rounds,
      .atMost(1.15),
      further: [
        .init("hub p99", times.hub.percentile(0.99), .microseconds),
        .init("echo p99", times.echo.percentile(0.99), .microseconds),
        .init("reply bytes", Double(pair.replyBytes), .count),
      ]
    )
  }

  private static func pipelined(_ hub: BenchHub, _ context: RawContext) throws -> PerformanceTarget
  {
    let pair = try CachedPair(hub, context, albums: StubProvider.albumsOfArtist)
    let window = 32
    var rounds = AlternatingRounds()
    for _ in 0..<15 {
      rounds.add(
        try pair.caller.socket.rate(of: pair.message, calls: 4_000, window: window),
        baseline: try pair.echo.socket.rate(of: pair.message, calls: 4_000, window: window)
      )
    }
    return .ratio(
      "cached.pipelined",
      "Cached replies of 10 KB, pipelined, against a raw echo",
      "hub",
      to: "echo",
      .perSecond,
      in: rounds,
      .atLeast(0.6),
      further: [
        .init("in flight", Double(window), .count),
        .init("reply bytes", Double(pair.replyBytes), .count),
      ]
    )
  }
}

/// A cached call of the hub, and an echo of the same reply.
struct CachedPair {
  let caller: HubCaller
  let echo: EchoPeer
  let message: [[UInt8]]
  let replyBytes: Int

  init(_ hub: BenchHub, _ context: RawContext, albums count: Int) throws {
    caller = try HubCaller(context, hub)
    message = try caller.cachedMessage(albums: count)
    try caller.call(message)
    let reply = try caller.call(message)
    replyBytes = reply.reduce(0) { $0 + $1.count }
    echo = try EchoPeer(context, in: hub.home, reply: reply)
  }

  /// Measures the hub and the echo in alternating rounds of `count` calls; all times in microseconds.
  func compare(
    rounds: Int,
    each count: Int
  ) throws -> (rounds: AlternatingRounds, times: (hub: Samples, echo: Samples)) {
    var medians = AlternatingRounds()
    var times = (hub: Samples(), echo: Samples())
    for _ in 0..<rounds {
      let hub = try (0..<count).map { _ in try caller.socket.time(of: message) }
      let echo = try (0..<count).map { _ in try self.echo.socket.time(of: message) }
      medians.add(Samples(hub).median, baseline: Samples(echo).median)
      hub.forEach { times.hub.add($0) }
      echo.forEach { times.echo.add($0) }
    }
    return (medians, times)
  }
}

extension RawSocket {
  /// Measures the time from a call to its reply, in microseconds.
  func time(of message: [[UInt8]]) throws -> Double {
    try Stopwatch.microseconds {
      try send(message)
      _ = try receive()
    }
  }

  /// Measures replies per second, with `window` calls in flight.
  func rate(of message: [[UInt8]], calls: Int, window: Int) throws -> Double {
    let time = try Stopwatch.microseconds {
      for _ in 0..<window { try send(message) }
      for _ in 0..<(calls - window) {
        _ = try receive()
        try send(message)
      }
      for _ in 0..<window { _ = try receive() }
    }
    return Double(calls) / time * 1e6
  }
}
