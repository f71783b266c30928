import BusProtocol
import MusicModel

/// The location of a picture or sound.
struct MediaLocation: Hashable, Sendable {
  let provider: ProviderID
  let url: String
  /// Whether it was tried before, and lost with its provider.
  var isRetry = false
}
