import HubCore

/// The connections between the hub and its peers, with latency. If a connection breaks, messages in
/// transit are lost; others arrive in order, as with ZeroMQ.
struct Network: Sendable {
  /// One direction of a connection.
  private struct Way: Sendable {
    let latencyMs: Int
    var lag: (ms: Int, until: Int)?
    var arrivalAtHub = 0
    var arrivalAtPeer = 0
    var isLost = false

    func arrival(_ now: Int, after last: Int) -> Int {
      max(now + latencyMs + (lag.map { now < $0.until ? $0.ms : 0 } ?? 0), last)
    }
  }

  private let seed: UInt64
  private var ways: [Connection: Way] = [:]

  init(seed: UInt64) { self.seed = seed }

  func isLost(_ connection: Connection) -> Bool { ways[connection]?.isLost ?? false }

  /// Whether all that was sent has arrived.
  func isIdle(at now: Int) -> Bool {
    ways.values.allSatisfy { $0.isLost || max($0.arrivalAtHub, $0.arrivalAtPeer) <= now }
  }

  mutating func lose(_ connection: Connection) { change(connection) { $0.isLost = true } }

  mutating func loseAll() { for connection in ways.keys { lose(connection) } }

  mutating func lag(_ connection: Connection, by ms: Int, until time: Int) {
    change(connection) { $0.lag = (ms, time) }
  }

  /// The arrival time of a message that is sent now.
  mutating func arrivalAtHub(_ connection: Connection, now: Int) -> Int {
    change(connection) { way in
      way.arrivalAtHub = way.arrival(now, after: way.arrivalAtHub)
      return way.arrivalAtHub
    }
  }

  mutating func arrivalAtPeer(_ connection: Connection, now: Int) -> Int {
    change(connection) { way in
      way.arrivalAtPeer = way.arrival(now, after: way.arrivalAtPeer)
      return way.arrivalAtPeer
    }
  }

  private mutating func change<Result>(
    _ connection: Connection,
    _ change: (inout Way) -> Result
  ) -> Result {
    var way = ways[connection] ?? Way(latencyMs: latency(of: connection))
    defer { ways[connection] = way }
    return change(&way)
  }

  private func latency(of connection: Connection) -> Int {
    var random = ScheduleRandom(seed: seed, "latency \(connection.side) \(connection.number)")
    return random.pick([(6, 0), (2, 2), (1, 40)])
  }
}
