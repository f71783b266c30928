import BusProtocol
import MusicModel

/// The JSON line that `--json` prints for an image or sound.
struct MediaLine: Encodable, Hashable {
  var kind: String
  /// The entity that it shows or plays.
  var id: EntityID
  var url: String?
  /// Such as `image/jpeg`.
  var type: String?
  var provider: ProviderID?
  /// Its size, if it was downloaded.
  var bytes: Int?
  /// The path of the file that was written.
  var file: String?
}
