/// A thousand clients are served as well as ten.
extension Measurement {
  static let manyClients = Measurement(
    name: "clients",
    summary: "1,000 clients that all call, against 10 with the same number of calls under way",
    run: { _ in
      let context = try RawContext()
      let few = try ClientPool(10, calls: 100, context)
      let many = try ClientPool(1_000, calls: 1, context)
      var hubs = AlternatingRounds()
      var echoes = AlternatingRounds()
      var againstEcho = AlternatingRounds()
      for _ in 0..<9 {
        let (fewRate, fewEchoes) = (
          try few.hub.round(calls: 10_000), try few.echo.round(calls: 10_000)
        )
        let (manyRate, manyEchoes) = (
          try many.hub.round(calls: 10_000), try many.echo.round(calls: 10_000)
        )
        hubs.add(manyRate, baseline: fewRate)
        echoes.add(manyEchoes, baseline: fewEchoes)
        againstEcho.add(manyRate, baseline: manyEchoes)
      }
      return [
        .ratio(
          "clients.throughput",
          "Throughput with 1,000 clients, against 10 with the same total in flight",
          "1,000 clients",
          to: "10 clients",
          .perSecond,
          in: hubs,
          .atLeast(0.9),
          note: "libzmq batches what one connection has to send: a thousand connections with one "
            + "call each cost a system call a message, for the echo as for the hub."
        ),
        .ratio(
          "clients.libzmq",
          "What libzmq alone achieves: a raw echo with 1,000 clients, against 10",
          "1,000 clients",
          to: "10 clients",
          .perSecond,
          in: echoes,
          nil
        ),
        .ratio(
          "clients.echo",
          "Throughput with 1,000 clients, against a raw echo with 1,000 clients",
          "hub",
          to: "echo",
          .perSecond,
          in: againstEcho,
          .atLeast(1)
        ),
        .ratio(
          "clients.p99",
          "p99 with 1,000 clients, against p50",
          .init("p99", many.hub.times.percentile(0.99), .microseconds),
          to: .init("p50", many.hub.times.median, .microseconds),
          .atMost(10)
        ),
      ]
    }
  )
}

/// As many clients of a hub and of an echo.
private struct ClientPool {
  let hub: Lines
  let echo: Lines
  private let bench: BenchHub
  private let echoes: EchoPeer

  init(_ count: Int, calls: Int, _ context: RawContext) throws {
    let bench = try BenchHub(providers: 1)
    self.bench = bench
    let callers = try (0..<count).map { _ in try HubCaller(context, bench) }
    let messages = try callers.map { try $0.cachedMessage(albums: 1) }
    var reply: [[UInt8]] = []
    for (caller, message) in zip(callers, messages) { reply = try caller.call(message) }
    hub = Lines(sockets: callers.map(\.socket), messages: messages, calls: calls)
    let echoes = try EchoPeer(context, in: bench.home, reply: reply)
    self.echoes = echoes
    let sockets = try (0..<count).map { _ in try echoes.anotherSocket(context) }
    echo = Lines(sockets: sockets, messages: messages, calls: calls)
  }
}

/// Connections to one server, each with the same number of calls in flight.
private final class Lines {
  private let sockets: [RawSocket]
  private let messages: [[[UInt8]]]
  private let callsOfEach: Int
  /// In microseconds.
  private(set) var times = Samples()

  init(sockets: [RawSocket], messages: [[[UInt8]]], calls: Int) {
    self.sockets = sockets
    self.messages = messages
    callsOfEach = calls
  }

  /// Pipelines calls on every connection until this number has completed; returns replies per second.
  func round(calls: Int) throws -> Double {
    let start = Stopwatch.nowMicroseconds
    var sent = sockets.map { _ in Array(repeating: start, count: callsOfEach) }
    for (socket, message) in zip(sockets, messages) {
      for _ in 0..<callsOfEach { try socket.send(message) }
    }
    let turns = calls / (sockets.count * callsOfEach)
    for turn in 1...turns {
      for (number, socket) in sockets.enumerated() {
        for call in 0..<callsOfEach {
          _ = try socket.receive()
          let now = Stopwatch.nowMicroseconds
          times.add(now - sent[number][call])
          sent[number][call] = now
          if turn < turns { try socket.send(messages[number]) }
        }
      }
    }
    return Double(calls) / (Stopwatch.nowMicroseconds - start) * 1e6
  }
}
