/// A thousand clients are served as well as ten.
extension Measurement {
  static let manyClients = Measurement(
    name: "clients",
    summary: "1,000 clients that all call, against 10 with the same number of calls under way",
    run: { _ in
      let context = try RawContext()
      let few = try Crowd(10, calls: 100, context)
      let many = try Crowd(1_000, calls: 1, context)
      for _ in 0..<10 {
        try few.round(calls: 10_000)
        try many.round(calls: 10_000)
      }
      let (p50, p99) = (many.times.median, many.times.percentile(0.99))
      return [
        .ratio(
          "clients.throughput",
          "Throughput with 1,000 clients, against 10 with the same total in flight",
          .init("1,000 clients", many.rates.median, .perSecond),
          to: .init("10 clients", few.rates.median, .perSecond),
          .atLeast(0.9)
        ),
        .ratio(
          "clients.p99",
          "p99 with 1,000 clients, against p50",
          .init("p99", p99, .microseconds),
          to: .init("p50", p50, .microseconds),
          .atMost(10)
        ),
      ]
    }
  )
}

/// Clients of a hub of their own, each with the same number of cached questions under way.
private final class Crowd {
  private let hub: BenchHub
  private let callers: [HubCaller]
  private let questions: [[[UInt8]]]
  private let callsOfEach: Int
  private(set) var rates = Samples()
  /// In microseconds.
  private(set) var times = Samples()

  init(_ count: Int, calls: Int, _ context: RawContext) throws {
    let hub = try BenchHub(providers: 1)
    self.hub = hub
    callers = try (0..<count).map { _ in try HubCaller(context, hub) }
    questions = try callers.map { try $0.cachedQuestion(albums: 1) }
    callsOfEach = calls
    for (caller, question) in zip(callers, questions) { try caller.ask(question) }
  }

  /// Keeps every client busy until so many calls were answered.
  func round(calls: Int) throws {
    let start = Stopwatch.nowMicroseconds
    var sent = callers.map { _ in Array(repeating: start, count: callsOfEach) }
    for (caller, question) in zip(callers, questions) {
      for _ in 0..<callsOfEach { try caller.socket.send(question) }
    }
    let turns = calls / (callers.count * callsOfEach)
    for turn in 1...turns {
      for (number, caller) in callers.enumerated() {
        for call in 0..<callsOfEach {
          _ = try caller.socket.receive()
          let now = Stopwatch.nowMicroseconds
          times.add(now - sent[number][call])
          sent[number][call] = now
          if turn < turns { try caller.socket.send(questions[number]) }
        }
      }
    }
    rates.add(Double(calls) / (Stopwatch.nowMicroseconds - start) * 1e6)
  }
}
