import BusProtocol
import MusicModel

/// A message from one machine of the hub to another, delivered by `Hub.performEffects`.
enum Effect: Sendable {
  /// A provider started or stopped serving: calls that wait for it go on.
  case providerChanged(ProviderID)
}
