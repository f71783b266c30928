import BusProtocol
import MusicModel

/// The scope of a circuit breaker: one set of upstreams of one provider.
struct BreakerKey: Hashable, Sendable {
  let provider: ProviderID
  let upstreams: [String]

  init(_ provider: ProviderID, _ cost: CallCost) {
    self.provider = provider
    upstreams = cost.upstreams
  }
}
