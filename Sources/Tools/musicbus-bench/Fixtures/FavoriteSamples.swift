import FavoritesModel
import MusicModel

/// Typical favourites: artists with a biography, albums, songs; about a kilobyte each.
enum FavoriteSamples {
  static func entity(_ number: Int) -> Entity? {
    guard let artist = EntityID("itunes:artist:\(number % 5000 + 1)") else { return nil }
    let reference = ArtistReference(id: artist, name: "Artist \(number % 5000)")
    switch number % 3 {
    case 0: return EntityID("itunes:song:\(number + 1)").map { song($0, number, reference) }
    case 1: return EntityID("itunes:album:\(number + 1)").map { album($0, number, reference) }
    default: return EntityID("itunes:artist:\(number + 900_000)").map { self.artist($0, number) }
    }
  }

  /// A document of so many favourites, as compaction leaves it.
  static func document(_ count: Int) -> FavoritesDocument {
    var document = FavoritesDocument()
    var random = SystemRandomNumberGenerator()
    for start in stride(from: 0, to: count, by: 1000) {
      let entities = (start..<min(count, start + 1000)).compactMap(entity)
      let now = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(start) * 60_000_000)
      let outcome = document.add(entities, now: now, using: &random)
      if let change = outcome.change { document.settle(upTo: change.at) }
    }
    let records = document.records.sorted { $0.rank < $1.rank }
    return FavoritesDocument(records.map(\.line))
  }

  private static func song(_ id: EntityID, _ number: Int, _ artist: ArtistReference) -> Entity {
    var song = Song(id: id, title: "Song \(number) of the Night", artist: artist)
    song.ids += ids("recording", number)
    song.album = AlbumReference(title: "Album \(number % 9000)")
    song.durationMs = 200_000 + number
    song.releaseDate = date(number)
    song.genres = ["Pop", "Rock"]
    song.price = 1.29
    song.currency = "USD"
    song.previewURL = "https://audio.example.org/preview/\(number)/mzaf_12345678901234567890.m4a"
    song.artwork = artwork(number, .cover)
    song.links = ["shop": "https://music.example.org/us/album/some-title/\(number)?i=\(number)"]
    return .song(song)
  }

  private static func album(_ id: EntityID, _ number: Int, _ artist: ArtistReference) -> Entity {
    var album = Album(id: id, title: "Album \(number) of the Night", artist: artist)
    album.ids += ids("release-group", number)
    album.releaseDate = date(number)
    album.genres = ["Jazz"]
    album.trackCount = 12
    album.copyright = "℗ 1999 Some Records Ltd."
    album.artwork = artwork(number, .cover)
    album.links = ["shop": "https://music.example.org/us/album/some-title/\(number)"]
    return .album(album)
  }

  private static func artist(_ id: EntityID, _ number: Int) -> Entity {
    var artist = Artist(id: id, name: "Artist \(number)")
    artist.ids += ids("artist", number)
    let sentence = "They were formed in a small town and have played for years. "
    artist.biography = String(repeating: sentence, count: 15)
    artist.formedYear = 1950 + number % 70
    artist.genres = ["Rock"]
    artist.artwork = artwork(number, .portrait)
    return .artist(artist)
  }

  private static func ids(_ type: String, _ number: Int) -> [EntityID] {
    ["mbid:\(type):1a2b3c4d-0000-4000-8000-\(100_000_000_000 + number)"].compactMap { EntityID($0) }
  }

  private static func date(_ number: Int) -> PartialDate? {
    PartialDate(year: 1950 + number % 70, month: 1 + number % 12)
  }

  private static func artwork(_ number: Int, _ role: Artwork.Role) -> [Artwork] {
    let url = "https://pictures.example.org/image/thumb/Music/v4/3a/4b/5c/\(number)/600x600bb.jpg"
    return [Artwork(url: url, width: 600, height: 600, role: role)]
  }
}
