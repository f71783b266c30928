import BusProtocol
import MusicModel

/// The location of a picture or sound.
struct MediaLocation: Hashable, Sendable {
  let provider: ProviderID
  let url: String
  /// The song of a preview, whose URL may have expired; `nil` for a picture.
  var id: EntityID?
  /// Whether it was tried before, and lost with its provider.
  var isRetry = false
}
