import HostKit

/// Who floods the hub harms others no more than who floods the machine.
extension Measurement {
  static let flood = Measurement(
    name: "flood",
    summary:
      "a client beside one that floods the hub, against one beside a process that burns as much",
    run: { _ in
      let hub = try BenchHub(providers: 1)
      let context = try RawContext()
      let caller = try HubCaller(context, hub)
      try caller.awaitAnswer(of: 0, within: 10)
      let question = try caller.cachedQuestion(albums: 1)
      let echo = try EchoPeer(context, in: hub.home, answer: try caller.ask(question))
      var rounds = FloodRounds(server: hub.pid, flood: ("flood", hub.endpoint)) {
        try caller.ask(question)
      }
      var echoes = FloodRounds(server: echo.pid, flood: ("flood-echo", echo.endpoint)) {
        try echo.socket.send(question)
        _ = try echo.socket.receive()
      }
      for _ in 0..<5 {
        try rounds.next()
        try echoes.next()
      }
      let (flooded, burned) = (rounds.flooded, rounds.burned)
      return [
        .ratio(
          "flood.slowdown",
          "p50 beside a flooding client, against p50 beside processes that burn the same CPU",
          .init("beside a flood", flooded.median, .microseconds),
          to: .init("beside the burning", burned.median, .microseconds),
          .atMost(1),
          further: [
            .init("alone", rounds.alone.median, .microseconds),
            .init("p99 beside a flood", flooded.percentile(0.99), .microseconds),
            .init("p99 beside the burning", burned.percentile(0.99), .microseconds),
            .init("of a processor used by the flood", rounds.share.median * 100, .percent),
          ],
          note: "What the flood burns is the client's processor time and the hub's on its behalf."
        ),
        .ratio(
          "flood.libzmq",
          "What libzmq alone does: an echo beside a flooding client, against one beside the burning",
          .init("beside a flood", echoes.flooded.median, .microseconds),
          to: .init("beside the burning", echoes.burned.median, .microseconds),
          nil,
          further: [
            .init("alone", echoes.alone.median, .microseconds),
            .init("of a processor used by the flood", echoes.share.median * 100, .percent),
          ]
        ),
      ]
    }
  )
}

/// Three situations by turns, so that what else the machine does meets all of them.
private struct FloodRounds {
  /// The process that serves.
  let server: Int32
  /// How this program is run to flood it.
  let flood: (part: String, endpoint: String)
  /// One call, to its answer.
  let ask: () throws -> Void
  private(set) var alone = Samples()
  private(set) var flooded = Samples()
  private(set) var burned = Samples()
  /// How many processors the flood kept busy.
  private(set) var share = Samples()

  private static let roundSeconds = 1.0

  init(server: Int32, flood: (part: String, endpoint: String), ask: @escaping () throws -> Void) {
    self.server = server
    self.flood = flood
    self.ask = ask
  }

  mutating func next() throws {
    let quiet = try measure(&alone, [])
    let flooder = try Part(flood.part, flood.endpoint)
    // It is under way when the server has become busy.
    for _ in 0..<200 { try ask() }
    let busy = try measure(&flooded, [flooder.process.pid])
    _ = flooder.process.stop(patience: .zero)
    let extra = max(0, busy - quiet)
    share.add(extra)
    let count = max(1, Int(extra.rounded(.up)))
    let burners = try (0..<count).map { _ in
      try Part("burn", "\(Int(extra / Double(count) * 1000))")
    }
    for _ in 0..<200 { try ask() }
    _ = try measure(&burned, [])
    for burner in burners { _ = burner.process.stop(patience: .zero) }
  }

  /// Asks for a second, one call at a time.
  ///
  /// - Returns: how many processors the server and the processes named have used.
  private func measure(_ samples: inout Samples, _ others: [Int32]) throws -> Double {
    let processes = ([server] + others).map(ProcessFigures.init)
    let before = processes.reduce(0) { $0 + $1.processorSeconds }
    let start = Stopwatch.nowMicroseconds
    let end = start + FloodRounds.roundSeconds * 1e6
    while Stopwatch.nowMicroseconds < end {
      samples.add(try Stopwatch.microseconds { try ask() })
    }
    let used = processes.reduce(0) { $0 + $1.processorSeconds } - before
    return used / (Stopwatch.nowMicroseconds - start) * 1e6
  }
}
