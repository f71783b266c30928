public import BusProtocol
public import MusicModel

// One protocol for each method of the bus. What all have in common: parameters are checked before
// the call comes; nothing found is an empty list or `nil`, never an error; records that cannot be
// used are left out by `Call.keep`.

/// Serves `artists.search`.
public protocol ArtistSearching: Provider {
  /// Artists whose name is, or is like, `call.text`.
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist]
}

/// Serves `artist.get`.
public protocol ArtistGetting: Provider {
  /// All that is known of the artist that `call.id(_:_:)` names.
  func artist(_ call: Call) async throws(Failure) -> Artist?
}

/// Serves `artist.albums`.
public protocol ArtistAlbumListing: Provider {
  /// The albums of the artist.
  func albumsOfArtist(_ call: Call) async throws(Failure) -> [Album]
}

/// Serves `artist.songs`.
public protocol ArtistSongListing: Provider {
  /// Songs of the artist.
  func songsOfArtist(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `albums.search`.
public protocol AlbumSearching: Provider {
  /// Albums whose title is, or is like, `call.text`, of `call.parameters.artist` where given.
  func searchAlbums(_ call: Call) async throws(Failure) -> [Album]
}

/// Serves `album.get`.
public protocol AlbumGetting: Provider {
  /// All that is known of the album.
  func album(_ call: Call) async throws(Failure) -> Album?
}

/// Serves `album.songs`.
public protocol AlbumSongListing: Provider {
  /// The songs of the album, by disc and track.
  func songsOfAlbum(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `songs.search`.
public protocol SongSearching: Provider {
  /// Songs whose title is, or is like, `call.text`.
  func searchSongs(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `song.get`.
public protocol SongGetting: Provider {
  /// All that is known of the song.
  func song(_ call: Call) async throws(Failure) -> Song?
}

/// Serves `charts.list`.
public protocol ChartListing: Provider {
  /// The charts that there are, for `call.country`.
  func charts(_ call: Call) async throws(Failure) -> [Chart]
}

/// Serves `chart.get`.
public protocol ChartGetting: Provider {
  /// The entries of `call.parameters.chart`, albums or songs with their `rank`.
  func entriesOfChart(_ call: Call) async throws(Failure) -> [Entity]
}

/// Serves `artwork.get`.
public protocol ArtworkGetting: Provider {
  /// The picture at `call.parameters.url`, or that of `call.id(_:_:)`, near `call.parameters.size`.
  func artwork(_ call: Call) async throws(Failure) -> Media?
}

/// Serves `preview.get`.
public protocol PreviewGetting: Provider {
  /// The sound at `call.parameters.url`, or that of the song that `call.id(_:_:)` names.
  func preview(_ call: Call) async throws(Failure) -> Media?
}
