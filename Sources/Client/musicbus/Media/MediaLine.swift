import BusProtocol
import MusicModel

/// What `--json` tells of a picture or sound, as one flat line.
struct MediaLine: Encodable, Hashable {
  var kind: String
  /// What it is a picture or sound of.
  var id: EntityID
  var url: String?
  /// Such as `image/jpeg`.
  var type: String?
  var provider: ProviderID?
  /// Its length, where it was fetched.
  var bytes: Int?
  /// Where it was written to.
  var file: String?
}
