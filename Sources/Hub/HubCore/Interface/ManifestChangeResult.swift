package import BusProtocol
package import MusicModel

/// The result of a change of the manifests.
package enum ManifestChangeResult: Hashable, Sendable {
  /// The providers that it affected.
  case made([ProviderID])
  case refused(Failure)
}
