import HubCore

/// The way between the hub and its peers: it takes time, and connections break. What is on its way then
/// is lost; what arrives arrives in order, as ZeroMQ has it.
struct Network: Sendable {
  private let seed: UInt64
  private var latencies: [Connection: Int] = [:]
  private var arrivals: [Connection: (atHub: Int, atPeer: Int)] = [:]
  private var lost: Set<Connection> = []

  init(seed: UInt64) { self.seed = seed }

  func isLost(_ connection: Connection) -> Bool { lost.contains(connection) }

  mutating func lose(_ connection: Connection) { lost.insert(connection) }

  /// When something that is sent now arrives.
  mutating func arrivalAtHub(_ connection: Connection, now: Int) -> Int {
    let time = max(now + latency(of: connection), arrivals[connection]?.atHub ?? 0)
    arrivals[connection, default: (0, 0)].atHub = time
    return time
  }

  mutating func arrivalAtPeer(_ connection: Connection, now: Int) -> Int {
    let time = max(now + latency(of: connection), arrivals[connection]?.atPeer ?? 0)
    arrivals[connection, default: (0, 0)].atPeer = time
    return time
  }

  private mutating func latency(of connection: Connection) -> Int {
    if let known = latencies[connection] { return known }
    var dice = Dice(seed: seed, "latency \(connection.side) \(connection.number)")
    let latency = dice.pick([(6, 0), (2, 2), (1, 40)])
    latencies[connection] = latency
    return latency
  }
}
