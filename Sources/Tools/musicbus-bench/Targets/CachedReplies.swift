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
    let (hubTimes, echoTimes) = try pair.compare(rounds: 200, each: 50)
    return .ratio(
      "cached.p50",
      "Cached reply through the hub, p50, against a raw echo",
      .init("hub p50", hubTimes.median, .microseconds),
      to: .init("echo p50", echoTimes.median, .microseconds),
      .atMost(1.15),
      further: [
        .init("hub p99", hubTimes.percentile(0.99), .microseconds),
        .init("echo p99", echoTimes.percentile(0.99), .microseconds),
        .init("reply bytes", Double(pair.replyBytes), .count),
      ]
    )
  }

  private static func pipelined(_ hub: BenchHub, _ context: RawContext) throws -> PerformanceTarget
  {
    let pair = try CachedPair(hub, context, albums: StubProvider.albumsOfArtist)
    let window = 32
    var hubRates = Samples()
    var echoRates = Samples()
    for _ in 0..<15 {
      hubRates.add(try pair.caller.socket.rate(of: pair.message, calls: 4_000, window: window))
      echoRates.add(try pair.echo.socket.rate(of: pair.message, calls: 4_000, window: window))
    }
    return .ratio(
      "cached.pipelined",
      "Cached replies of 10 KB, pipelined, against a raw echo",
      .init("hub", hubRates.median, .perSecond),
      to: .init("echo", echoRates.median, .perSecond),
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

  /// Times in microseconds, of the hub and of the echo by turns.
  func compare(rounds: Int, each count: Int) throws -> (hub: Samples, echo: Samples) {
    var times = (hub: Samples(), echo: Samples())
    for _ in 0..<rounds {
      for _ in 0..<count { times.hub.add(try caller.socket.time(of: message)) }
      for _ in 0..<count { times.echo.add(try echo.socket.time(of: message)) }
    }
    return times
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
