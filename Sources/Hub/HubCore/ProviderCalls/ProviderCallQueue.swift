import BusProtocol
import MusicModel

/// The calls of one provider that wait for it or occupy it, and its record of past calls.
struct ProviderCallQueue: Sendable {
  /// The descriptor of the session; `nil` while the provider has none.
  var declaration: Descriptor?
  /// The time before which other code replied under this id, in milliseconds since 1970.
  var sinceMs = 0
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
  /// It is the oldest of the client with the fewest calls in flight there. Extras come last, after calls
  /// for which no client waits.
  func next(_ calls: ProviderCallTable, _ blocked: BlockedUpstreams) -> ProviderCallID? {
    func client(of id: ProviderCallID) -> FairnessKey? {
      calls[id]?.waiters.lazy.compactMap(\.client).first
    }
    var clients: [FairnessKey: Int] = [:]
    if queued.count > 1 {
      for client in inFlight.compactMap(client) { clients[client, default: 0] += 1 }
    }
    return queued.filter { id in
      guard let call = calls[id], let cost = declaration?.cost(of: call) else { return false }
      return blocked.upstreams(cost).isDisjoint(with: cost.requests.keys)
    }.min { left, right in
      let extras = [left, right].map { calls[$0]?.isExtra == true ? 1 : 0 }
      let counts = [left, right].map { id in client(of: id).map { clients[$0] ?? 0 } ?? .max }
      return (extras[0], counts[0], left) < (extras[1], counts[1], right)
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
      return declaration?.cost(of: call) == cost
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

/// The upstreams that refuse calls at the moment.
struct BlockedUpstreams: Sendable {
  var all: Set<String> = []
  /// Those that refuse only extras.
  private var extras: Set<String> = []

  func upstreams(_ cost: CallCost) -> Set<String> { cost.isExtra ? all.union(extras) : all }

  mutating func insert(_ names: [String], for cost: CallCost) {
    if cost.isExtra { extras.formUnion(names) } else { all.formUnion(names) }
  }
}

/// Counts and times of the calls of one provider.
struct ProviderStatistics: Sendable {
  var calls = 0
  var failures = 0
  /// Requests that were made at upstreams.
  var requests = 0
  var latency = Latency()
}
