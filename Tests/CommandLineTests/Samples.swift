import BusProtocol
import ClientKit
import CommandKit
import MusicModel

@testable import musicbus

/// Entities and command lines for several tests.
enum Samples {
  static func id(_ text: String) -> EntityID { EntityID(text)! }

  static func provider(_ text: String) -> ProviderID { ProviderID(rawValue: text)! }

  /// The services of three providers; two of them name the same one.
  static var services: ServiceTable {
    var (store, other, encyclopedia) = (
      status("itunes-search"), status("spotify"), status("wikipedia")
    )
    store.services = [MusicService("Apple Music", namespaces: ["itunes"], streams: true)]
    other.services = [MusicService("Spotify", namespaces: ["spotify"], streams: true)]
    encyclopedia.services = [
      MusicService("Wikipedia", namespaces: ["wikipedia", "wikidata"]),
      MusicService("MusicBrainz", namespaces: ["mbid"]),
      MusicService("TheAudioDB", namespaces: ["audiodb"]),
      MusicService("Apple Music", namespaces: ["amg"]),
    ]
    return ServiceTable([encyclopedia, other, store])
  }

  static func status(_ id: String) -> ProviderStatus {
    ProviderStatus(id: provider(id), state: .ready, methods: [])
  }

  /// An artist with all values.
  static var pinkFloyd: Artist {
    var artist = Artist(
      id: id("mbid:artist:83d91898-7763-47d7-b03b-b92132375c47"),
      name: "Pink Floyd"
    )
    artist.ids += [id("audiodb:artist:111239"), id("itunes:artist:487143")]
    artist.genres = ["Progressive Rock", "Rock"]
    artist.country = "London, England"
    artist.formedYear = 1965
    artist.disbandedYear = 2014
    artist.followers = 1_234_567
    artist.artwork = [
      Artwork(url: "https://img.example/1.jpg", width: 1000, height: 562, role: .portrait),
      Artwork(url: "https://img.example/2.jpg", role: .logo),
    ]
    artist.links = ["iTunes": "https://music.example/us/artist/pink-floyd/487143"]
    artist.biography = """
      Pink Floyd were an English rock band formed in London in 1965, known for sonic \
      experimentation and long pieces.
      They disbanded in 2014.
      """
    return artist
  }

  /// An artist with a name only.
  static var namelessRiver: Artist { Artist(id: id("itunes:artist:1"), name: "Nameless River") }

  static var moon: Album {
    var album = Album(
      id: id("itunes:album:1065973699"),
      title: "The Dark Side of the Moon",
      artist: ArtistReference(name: "Pink Floyd")
    )
    album.releaseDate = PartialDate(year: 1973, month: 3, day: 1)
    album.genres = ["Rock"]
    album.trackCount = 10
    album.albumKind = .album
    album.price = 9.99
    album.currency = "USD"
    album.editions = 3
    album.links = ["iTunes": "https://music.example/us/album/1065973699"]
    return album
  }

  static var money: Song {
    var song = Song(
      id: id("itunes:song:1065973977"),
      title: "Money",
      artist: ArtistReference(name: "Pink Floyd")
    )
    song.album = AlbumReference(title: "The Dark Side of the Moon")
    song.durationMs = 382_834
    song.discNumber = 1
    song.trackNumber = 6
    song.releaseDate = PartialDate(year: 1973, month: 3)
    song.genres = ["Rock"]
    song.price = 1.29
    song.currency = "USD"
    song.previewURL = "https://audio.example/money.m4a"
    return song
  }

  static var tango: Song {
    var song = Song(id: id("itunes:song:7"), title: "七里香")
    song.explicit = true
    song.discNumber = 2
    song.trackNumber = 1
    return song
  }

  /// Parses a command line; throws if it does not run a command.
  static func invocation(_ arguments: String...) throws -> Invocation {
    guard case .run(_, let invocation) = try CommandTable.program.parse(arguments) else {
      throw NoCommand(arguments: arguments)
    }
    return invocation
  }

  struct NoCommand: Error {
    let arguments: [String]
  }
}
