/// The part of the catalogue that TheAudioDB has, under its own numbers.
struct AudioDBLibrary: Sendable {
  let artists: [AudioDBArtist]

  init(_ catalog: SampleCatalog) {
    artists = catalog.artists.compactMap { artist in
      artist.audioDB.map { AudioDBArtist(id: $0, artist: artist) }
    }
  }

  func albums(_ isWanted: (AudioDBAlbum) -> Bool = { _ in true }) -> [AudioDBAlbum] {
    artists.flatMap { artist in
      artist.artist.albums
        .filter { $0.carried != .storeOnly }
        .map { AudioDBAlbum($0, by: artist) }
        .filter(isWanted)
    }
  }

  func tracks(_ isWanted: (AudioDBTrack) -> Bool) -> [AudioDBTrack] {
    albums().flatMap { album in
      album.album.tracks.enumerated()
        .map { AudioDBTrack($0.element, at: $0.offset + 1, on: album) }
        .filter(isWanted)
    }
  }
}

struct AudioDBArtist: Sendable {
  let id: Int
  let artist: Artist
}

struct AudioDBAlbum: Sendable {
  let id: Int
  let artist: AudioDBArtist
  let album: Album
  /// The release group.
  let musicBrainz: String

  init(_ album: Album, by artist: AudioDBArtist) {
    let key = "\(artist.id)/\(album.title)/\(album.date.text)"
    id = album.audioDBID ?? 2_100_000 + stableNumber(key, below: 3_000_000)
    musicBrainz = album.musicBrainzID ?? stableUUID("release-group/" + key)
    self.artist = artist
    self.album = album
  }

  /// Of the lesser releases the source often does not know the year, and says "0".
  var year: String {
    let isLesser = album.kind != .album && id % 3 == 0
    return isLesser ? "0" : album.date.year
  }
}

struct AudioDBTrack: Sendable {
  let id: Int
  let track: Track
  /// From 1, through all discs.
  let position: Int
  let album: AudioDBAlbum

  init(_ track: Track, at position: Int, on album: AudioDBAlbum) {
    id = 32_000_000 + (album.id - 2_100_000) * 64 + position
    self.track = track
    self.position = position
    self.album = album
  }

  var musicBrainz: String { stableUUID("recording/\(id)") }
}
