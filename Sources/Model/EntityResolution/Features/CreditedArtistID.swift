import MusicModel

/// The id of the artist of an album or song, in a form that is fast to compare.
struct CreditedArtistID {
  private let space: UInt64
  private let id: UInt64

  /// `nil` if the source gives no id.
  init?(_ artist: ArtistReference?) {
    guard let id = artist?.id else { return nil }
    space = StableHash.combine(StableHash.of(id.namespace), StableHash.of(id.type))
    self.id = StableHash.of(id.value)
  }

  func addToFingerprint(to fingerprint: inout StableHash) {
    fingerprint.add(space)
    fingerprint.add(id)
  }

  /// Whether two ids share a namespace, so that different ids mean different artists.
  func isComparable(to other: CreditedArtistID) -> Bool { space == other.space }

  static func == (left: CreditedArtistID, right: CreditedArtistID) -> Bool {
    left.space == right.space && left.id == right.id
  }
}
