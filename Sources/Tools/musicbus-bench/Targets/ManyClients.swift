/// A thousand clients are served as well as ten.
extension Measurement {
  static let manyClients = Measurement(
    name: "clients",
    summary: "1,000 clients that all call, against 10 with the same number of calls under way",
    run: { _ in
      let context = try RawContext()
      let few = try ClientPool(10, calls: 100, context)
      let many = try ClientPool(1_000, calls: 1, context)
      for _ in 0..<5 {
        for pool in [few, many] {
          try pool.hub.round(calls: 10_000)
          try pool.echo.round(calls: 10_000)
        }
      }
      let (fewRate, manyRate) = (few.hub.rates.median, many.hub.rates.median)
      let (fewEchoes, manyEchoes) = (few.echo.rates.median, many.echo.rates.median)
      return [
        .ratio(
          "clients.throughput",
          "Throughput with 1,000 clients, against 10 with the same total in flight",
          .init("1,000 clients", manyRate, .perSecond),
          to: .init("10 clients", fewRate, .perSecond),
          .atLeast(0.9),
          note: "libzmq batches what one connection has to send: a thousand connections with one "
            + "call each cost a system call a message, for the echo as for the hub."
        ),
        .ratio(
          "clients.libzmq",
          "What libzmq alone achieves: a raw echo with 1,000 clients, against 10",
          .init("1,000 clients", manyEchoes, .perSecond),
          to: .init("10 clients", fewEchoes, .perSecond),
          nil
        ),
        .ratio(
          "clients.echo",
          "Throughput with 1,000 clients, against a raw echo with 1,000 clients",
          .init("hub", manyRate, .perSecond),
          to: .init("echo", manyEchoes, .perSecond),
          nil
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
  private(set) var rates = Samples()
  /// In microseconds.
  private(set) var times = Samples()

  init(sockets: [RawSocket], messages: [[[UInt8]]], calls: Int) {
    self.sockets = sockets
    self.messages = messages
    callsOfEach = calls
  }

  /// Pipelines calls on every connection until this number has completed.
  func round(calls: Int) throws {
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
    rates.add(Double(calls) / (Stopwatch.nowMicroseconds - start) * 1e6)
  }
}
