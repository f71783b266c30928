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
      var rounds = FloodRounds(caller: caller, hub: hub, question: question)
      for _ in 0..<5 { try rounds.next() }
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
        )
      ]
    }
  )
}

/// Three situations by turns, so that what else the machine does meets all of them.
private struct FloodRounds {
  let caller: HubCaller
  let hub: BenchHub
  let question: [[UInt8]]
  private(set) var alone = Samples()
  private(set) var flooded = Samples()
  private(set) var burned = Samples()
  /// How many processors the flood kept busy.
  private(set) var share = Samples()

  private static let roundSeconds = 1.0

  init(caller: HubCaller, hub: BenchHub, question: [[UInt8]]) {
    self.caller = caller
    self.hub = hub
    self.question = question
  }

  mutating func next() throws {
    let quiet = try measure(&alone, [])
    let flooder = try Part("flood", hub.endpoint)
    // It is under way when the hub has become busy.
    for _ in 0..<200 { try caller.ask(question) }
    let busy = try measure(&flooded, [flooder.process.pid])
    _ = flooder.process.stop(patience: .zero)
    let extra = max(0, busy - quiet)
    share.add(extra)
    let count = max(1, Int(extra.rounded(.up)))
    let burners = try (0..<count).map { _ in
      try Part("burn", "\(Int(extra / Double(count) * 1000))")
    }
    for _ in 0..<200 { try caller.ask(question) }
    _ = try measure(&burned, [])
    for burner in burners { _ = burner.process.stop(patience: .zero) }
  }

  /// Asks for a second, one call at a time.
  ///
  /// - Returns: how many processors the hub and the processes named have used.
  private func measure(_ samples: inout Samples, _ others: [Int32]) throws -> Double {
    let processes = ([hub.pid] + others).map(ProcessFigures.init)
    let before = processes.reduce(0) { $0 + $1.processorSeconds }
    let start = Stopwatch.nowMicroseconds
    let end = start + FloodRounds.roundSeconds * 1e6
    while Stopwatch.nowMicroseconds < end {
      samples.add(try Stopwatch.microseconds { try caller.ask(question) })
    }
    let used = processes.reduce(0) { $0 + $1.processorSeconds } - before
    return used / (Stopwatch.nowMicroseconds - start) * 1e6
  }
}
