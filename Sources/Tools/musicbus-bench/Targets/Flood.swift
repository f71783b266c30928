import HostKit

/// Calls beside a client that floods the hub.
extension Measurement {
  static let flood = Measurement(
    name: "flood",
    summary: "a client beside one that floods the hub, against a raw echo that is flooded alike",
    run: { _ in
      let hub = try BenchHub(providers: 1)
      let context = try RawContext()
      let caller = try HubCaller(context, hub)
      try caller.awaitReply(of: 0, within: 10)
      let message = try caller.cachedMessage(albums: 1)
      let echo = try EchoPeer(context, in: hub.home, reply: try caller.call(message))
      var hubRounds = FloodRounds(flood: ("flood", hub.endpoint)) { try caller.call(message) }
      var echoRounds = FloodRounds(flood: ("flood-echo", echo.endpoint)) {
        try echo.socket.send(message)
        _ = try echo.socket.receive()
      }
      for _ in 0..<5 {
        try hubRounds.next()
        try echoRounds.next()
      }
      return [
        .ratio(
          "flood.echo",
          "p50 beside a flooding client, against a raw echo beside one",
          .init("hub p50", hubRounds.flooded.median, .microseconds),
          to: .init("echo p50", echoRounds.flooded.median, .microseconds),
          nil,
          further: [
            .init("hub p99", hubRounds.flooded.percentile(0.99), .microseconds),
            .init("echo p99", echoRounds.flooded.percentile(0.99), .microseconds),
            .init("hub alone", hubRounds.alone.median, .microseconds),
            .init("echo alone", echoRounds.alone.median, .microseconds),
          ]
        )
      ]
    }
  )
}

/// Calls without and with a flood in turn, so that other load on the machine affects both.
private struct FloodRounds {
  /// The arguments of this program that start the flooding process.
  let flood: (part: String, endpoint: String)
  /// Makes one call and waits for its reply.
  let call: () throws -> Void
  private(set) var alone = Samples()
  private(set) var flooded = Samples()

  private static let roundSeconds = 1.0

  init(flood: (part: String, endpoint: String), call: @escaping () throws -> Void) {
    self.flood = flood
    self.call = call
  }

  mutating func next() throws {
    try measure(&alone)
    let flooder = try Part(flood.part, flood.endpoint)
    // The flood has started when the server is busy.
    for _ in 0..<200 { try call() }
    try measure(&flooded)
    _ = flooder.process.stop(timeout: .zero)
  }

  /// Calls for one second, one call at a time.
  private func measure(_ samples: inout Samples) throws {
    let end = Stopwatch.nowMicroseconds + FloodRounds.roundSeconds * 1e6
    while Stopwatch.nowMicroseconds < end {
      samples.add(try Stopwatch.microseconds { try call() })
    }
  }
}
