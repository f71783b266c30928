internal import MusicModel
internal import ProviderKit

/// The URL of an image of TheAudioDB.
///
/// Smaller copies have the suffix `/medium` or `/small` (`/preview` for older ones).
struct AudioDBImage {
  /// A member of a record that contains an image; copies of square images have known sizes.
  struct Member: Sendable {
    let name: String
    let role: Artwork.Role
    var isSquare = false
  }

  static let ofArtists = [
    Member(name: "strArtistThumb", role: .portrait, isSquare: true),
    Member(name: "strArtistCutout", role: .portrait),
    Member(name: "strArtistWideThumb", role: .background),
    Member(name: "strArtistFanart", role: .background),
    Member(name: "strArtistFanart2", role: .background),
    Member(name: "strArtistFanart3", role: .background),
    Member(name: "strArtistFanart4", role: .background),
    Member(name: "strArtistBanner", role: .banner),
    Member(name: "strArtistLogo", role: .logo),
    Member(name: "strArtistClearart", role: .logo),
  ]

  static let ofAlbums = [
    Member(name: "strAlbumThumbHQ", role: .cover),
    Member(name: "strAlbumThumb", role: .cover, isSquare: true),
    Member(name: "strAlbumThumbBack", role: .back),
    Member(name: "strAlbumBack", role: .back),
    Member(name: "strAlbumCDart", role: .disc),
  ]

  static let ofSongs = [Member(name: "strTrackThumb", role: .cover, isSquare: true)]

  private static let copies = [("/small", 250), ("/medium", 500)]

  /// Returns the images of a record, each followed by its smaller copies if their size is known.
  static func artwork(_ record: AudioDBRecord, _ members: [Member]) -> [Artwork] {
    members.flatMap { member -> [Artwork] in
      guard let address = record.text(member.name).flatMap({ WebAddress($0) }) else { return [] }
      let url = AudioDBImage(address.description).original
      let full = Artwork(url: url, role: member.role)
      guard member.isSquare else { return [full] }
      return [full]
        + copies.reversed().map {
          Artwork(url: url + $0.0, width: $0.1, height: $0.1, role: member.role)
        }
    }
  }

  /// The URL of the full size, by https if the host is TheAudioDB's.
  let original: String

  init(_ url: String) {
    var url = url
    for suffix in ["/preview"] + AudioDBImage.copies.map(\.0) where url.hasSuffix(suffix) {
      url.removeLast(suffix.count)
    }
    original = WebAddress(url)?.upgradedToHTTPS(in: "theaudiodb.com").description ?? url
  }

  /// Returns the URL of the smallest copy with at least this edge length.
  func url(size: Int?) -> String {
    guard let size, let copy = AudioDBImage.copies.first(where: { size <= $0.1 }) else {
      return original
    }
    return original + copy.0
  }
}
