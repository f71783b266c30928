/// An answer that the hub has in memory costs hardly more than its way there and back.
extension Measurement {
  static let cachedAnswers = Measurement(
    name: "cached",
    summary: "cached answers through the hub, one by one and pipelined, against a raw echo",
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
      "Cached answer through the hub, p50, against a raw echo",
      .init("hub p50", hubTimes.median, .microseconds),
      to: .init("echo p50", echoTimes.median, .microseconds),
      .atMost(1.15),
      further: [
        .init("hub p99", hubTimes.percentile(0.99), .microseconds),
        .init("echo p99", echoTimes.percentile(0.99), .microseconds),
        .init("answer bytes", Double(pair.answerBytes), .count),
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
      hubRates.add(try pair.caller.socket.rate(of: pair.question, calls: 4_000, window: window))
      echoRates.add(try pair.echo.socket.rate(of: pair.question, calls: 4_000, window: window))
    }
    return .ratio(
      "cached.pipelined",
      "Cached answers of 10 KB, pipelined, against a raw echo",
      .init("hub", hubRates.median, .perSecond),
      to: .init("echo", echoRates.median, .perSecond),
      .atLeast(0.6),
      further: [
        .init("in flight", Double(window), .count),
        .init("answer bytes", Double(pair.answerBytes), .count),
      ]
    )
  }
}

/// A cached question to the hub, and an echo that answers with the same bytes.
struct CachedPair {
  let caller: HubCaller
  let echo: EchoPeer
  let question: [[UInt8]]
  let answerBytes: Int

  init(_ hub: BenchHub, _ context: RawContext, albums count: Int) throws {
    caller = try HubCaller(context, hub)
    question = try caller.cachedQuestion(albums: count)
    try caller.ask(question)
    let answer = try caller.ask(question)
    answerBytes = answer.reduce(0) { $0 + $1.count }
    echo = try EchoPeer(context, in: hub.home, answer: answer)
  }

  /// Times in microseconds, of the hub and of the echo by turns.
  func compare(rounds: Int, each count: Int) throws -> (hub: Samples, echo: Samples) {
    var times = (hub: Samples(), echo: Samples())
    for _ in 0..<rounds {
      for _ in 0..<count { times.hub.add(try caller.socket.time(of: question)) }
      for _ in 0..<count { times.echo.add(try echo.socket.time(of: question)) }
    }
    return times
  }
}

extension RawSocket {
  /// From the question to its answer, in microseconds.
  func time(of question: [[UInt8]]) throws -> Double {
    try Stopwatch.microseconds {
      try send(question)
      _ = try receive()
    }
  }

  /// Answers per second, with so many questions under way at once.
  func rate(of question: [[UInt8]], calls: Int, window: Int) throws -> Double {
    let time = try Stopwatch.microseconds {
      for _ in 0..<window { try send(question) }
      for _ in 0..<(calls - window) {
        _ = try receive()
        try send(question)
      }
      for _ in 0..<window { _ = try receive() }
    }
    return Double(calls) / time * 1e6
  }
}
