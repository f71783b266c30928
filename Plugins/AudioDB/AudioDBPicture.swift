internal import MusicModel
internal import ProviderKit

/// A picture of TheAudioDB. The source keeps smaller copies of each under the same address with
/// `/medium` or `/small` behind it (`/preview` for older ones).
struct AudioDBPicture {
  /// What a member of a record shows, and whether its copies are squares of a known size.
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

  /// The pictures of a record, each followed by its smaller copies where their size is known.
  static func artwork(_ record: AudioDBRecord, _ members: [Member]) -> [Artwork] {
    members.flatMap { member -> [Artwork] in
      guard let address = record.text(member.name).flatMap({ WebAddress($0) }) else { return [] }
      let url = AudioDBPicture(address.description).original
      let whole = Artwork(url: url, role: member.role)
      guard member.isSquare else { return [whole] }
      return [whole]
        + copies.reversed().map {
          Artwork(url: url + $0.0, width: $0.1, height: $0.1, role: member.role)
        }
    }
  }

  /// The address without the ending of a smaller copy, by https at the source's own hosts.
  let original: String

  init(_ url: String) {
    var url = url
    for ending in ["/preview"] + AudioDBPicture.copies.map(\.0) where url.hasSuffix(ending) {
      url.removeLast(ending.count)
    }
    original = WebAddress(url)?.secured(below: "theaudiodb.com").description ?? url
  }

  /// The address of the smallest copy with at least this edge.
  func sized(_ size: Int?) -> String {
    guard let size, let copy = AudioDBPicture.copies.first(where: { size <= $0.1 }) else {
      return original
    }
    return original + copy.0
  }
}
