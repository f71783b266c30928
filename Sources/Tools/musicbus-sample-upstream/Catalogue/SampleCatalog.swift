/// All that the sample sources know: what the catalogue says, and what Apple's store makes of it.
struct SampleCatalog: Sendable {
  /// In order of fame, which breaks ties in searches.
  let artists: [Artist]
  let storeArtists: [StoreArtist]
  let storeAlbums: [StoreAlbum]
  let storeSongs: [StoreSong]
  let otherMedia: [OtherMedium]

  private let storeArtistIndex: [Int: Int]
  private let storeAlbumIndex: [Int: Int]
  private let storeSongIndex: [Int: Int]

  static let sample = SampleCatalog(
    CatalogueReader(String(decoding: PackageResources.catalogue_txt, as: UTF8.self))
  )

  init(_ catalogue: CatalogueReader) {
    artists = catalogue.artists
    otherMedia = catalogue.otherMedia
    var shelves = StoreContents()
    for artist in artists { shelves.add(artist) }
    shelves.addSongs()
    storeArtists = shelves.artists
    storeAlbums = shelves.albums
    storeSongs = shelves.songs
    storeArtistIndex = Self.index(storeArtists.map(\.id))
    storeAlbumIndex = Self.index(storeAlbums.map(\.id))
    storeSongIndex = Self.index(storeSongs.map(\.id))
  }

  func storeArtist(_ id: Int) -> StoreArtist? { storeArtistIndex[id].map { storeArtists[$0] } }
  func storeAlbum(_ id: Int) -> StoreAlbum? { storeAlbumIndex[id].map { storeAlbums[$0] } }
  func storeSong(_ id: Int) -> StoreSong? { storeSongIndex[id].map { storeSongs[$0] } }

  func storeAlbums(of artist: StoreArtist) -> [StoreAlbum] {
    storeAlbums.filter { $0.artist.id == artist.id }
  }

  /// The songs that a lookup returns for an album: none if it can only be streamed.
  func storeSongs(on album: StoreAlbum) -> [StoreSong] {
    guard album.album.price != .streamingOnly else { return [] }
    return album.album.tracks.indices.compactMap { storeSong(album.firstSongID + $0) }
  }

  /// The songs that an artist sings, on any album.
  func storeSongs(by artist: StoreArtist) -> [StoreSong] {
    storeSongs.filter { $0.artist.id == artist.id }
  }

  private static func index(_ ids: [Int]) -> [Int: Int] {
    Dictionary(ids.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
  }
}

/// Puts the catalogue's artists and albums on the store's shelves.
private struct StoreContents {
  var artists: [StoreArtist] = []
  var albums: [StoreAlbum] = []
  var songs: [StoreSong] = []
  private var artistsByName: [String: StoreArtist] = [:]

  mutating func add(_ artist: Artist) {
    guard let number = artist.store else { return }
    let owner = add(number, artist.amg, artist.name, artist.genre, artist.aliases)
    for album in artist.albums where album.carried != .audioDBOnly {
      let advisories: [Advisory] =
        switch album.words {
        case .harmless: [.notExplicit]
        case .explicit: [.explicit]
        case .explicitAndCleaned: [.explicit, .cleaned]
        }
      albums += advisories.map { StoreAlbum(album, by: owner, $0) }
    }
  }

  /// After all artists, as a compilation may come before the artists on it.
  mutating func addSongs() {
    for album in albums {
      for (index, track) in album.album.tracks.enumerated() {
        let artist = track.artist.map { named($0, album.genre) } ?? album.artist
        songs.append(StoreSong(track, at: index + 1, on: album, by: artist))
      }
    }
  }

  /// The artist of a compilation's track, who may be in no table.
  private mutating func named(_ name: String, _ genre: Genre) -> StoreArtist {
    artistsByName[name] ?? add(100_000 + stableNumber(name, below: 90_000_000), nil, name, genre)
  }

  private mutating func add(
    _ id: Int,
    _ amg: Int?,
    _ name: String,
    _ genre: Genre,
    _ aliases: [String] = []
  ) -> StoreArtist {
    let artist = StoreArtist(
      id: id,
      amg: amg,
      name: name,
      genre: genre,
      search: SearchText(name),
      aliases: aliases.map(SearchText.init)
    )
    artists.append(artist)
    artistsByName[name] = artistsByName[name] ?? artist
    return artist
  }
}
