import BusProtocol
import MusicModel

/// The calls of one provider that wait for it or occupy it, and its record of past calls.
struct ProviderCallQueue: Sendable {
  /// The descriptor of the session; `nil` while the provider has none.
  var declaration: Descriptor?
  /// Calls that wait, the oldest first.
  private(set) var queued: [ProviderCallID] = []
  /// Calls that were sent and not yet ended by the provider, abandoned ones included.
  private(set) var inFlight: Set<ProviderCallID> = []
  var statistics = ProviderStatistics()

  var count: Int { queued.count + inFlight.count }

  /// Whether the provider takes another call.
  var hasRoom: Bool { declaration.map { inFlight.count < $0.inflight } ?? false }

  /// The next call to send, of those that need no blocked upstream.
  ///
  /// It is the oldest of the client with the fewest calls in flight there. Calls for which no client
  /// waits come last.
  func next(_ calls: ProviderCallTable, _ blocked: Set<String>) -> ProviderCallID? {
    func client(of id: ProviderCallID) -> FairnessKey? {
      calls[id]?.waiters.lazy.compactMap(\.client).first
    }
    var clients: [FairnessKey: Int] = [:]
    if queued.count > 1 {
      for client in inFlight.compactMap(client) { clients[client, default: 0] += 1 }
    }
    return queued.filter { id in
      guard let method = calls[id]?.query.method else { return false }
      return declaration?.cost(of: method).requests(without: blocked) != nil
    }.min { left, right in
      let counts = [left, right].map { id in client(of: id).map { clients[$0] ?? 0 } ?? .max }
      return (counts[0], left) < (counts[1], right)
    }
  }

  /// The queued calls of a cost whose deadline is earlier than a time.
  func calls(
    _ cost: CallCost,
    dueBefore time: Instant,
    _ calls: ProviderCallTable
  ) -> [ProviderCallID] {
    queued.filter { id in
      guard let call = calls[id], call.deadline < time else { return false }
      return declaration?.cost(of: call.query.method) == cost
    }
  }

  mutating func add(_ id: ProviderCallID) { queued.append(id) }

  mutating func markSent(_ id: ProviderCallID) {
    queued.removeAll { $0 == id }
    inFlight.insert(id)
  }

  mutating func remove(_ id: ProviderCallID) {
    if inFlight.remove(id) == nil { queued.removeAll { $0 == id } }
  }

  mutating func removeAll() { (queued, inFlight) = ([], []) }
}

/// Counts and times of the calls of one provider.
struct ProviderStatistics: Sendable {
  var calls = 0
  var failures = 0
  /// Requests that were made at upstreams.
  var requests = 0
  var latency = Latency()
  /// The longest time given to any call of the process, in milliseconds.
  var longestMs = 0
}
