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
  var latency = Latency()
  /// The longest time given to any call of the process, in milliseconds.
  var longestMs = 0
}
