package import BusProtocol
import MusicModel

/// The provider call that checks an artist for new albums.
package enum ReleaseCheck {
  /// The method that lists the albums of an artist.
  package static let method = Methods.all.first {
    $0.subject == .id(.artist) && $0.kinds == [.album]
  }?
  .method
  /// The time limit of a check, in milliseconds.
  package static let timeoutMs = 30_000
}
