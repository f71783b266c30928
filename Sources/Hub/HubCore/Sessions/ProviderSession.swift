import BusProtocol
import MusicModel

/// The session of a provider.
struct ProviderSession: Sendable {
  let sid: String
  let peer: Peer
  /// Whether the provider may be silent until the deadlines of its calls.
  let mayBeSilent: Bool
  var liveness: LivenessMonitor
}
