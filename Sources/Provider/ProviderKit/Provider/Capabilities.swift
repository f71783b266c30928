public import BusProtocol
public import MusicModel

// One protocol per bus method. For all of them: parameters have been checked before the method is
// called; if nothing was found, return an empty list or `nil` instead of throwing; use
// `Call.convert` to skip unusable records.

/// Serves `artists.search`.
public protocol ArtistSearching: Provider {
  /// Returns artists whose name matches or resembles `call.text`.
  func searchArtists(_ call: Call) async throws(Failure) -> [Artist]
}

/// Serves `artist.get`.
public protocol ArtistGetting: Provider {
  /// Returns the details of the artist with the id `call.id(_:_:)`.
  func artist(_ call: Call) async throws(Failure) -> Artist?
}

/// Serves `artist.albums`.
public protocol ArtistAlbumListing: Provider {
  /// Returns the albums of the artist.
  func artistAlbums(_ call: Call) async throws(Failure) -> [Album]
}

/// Serves `artist.songs`.
public protocol ArtistSongListing: Provider {
  /// Returns songs of the artist.
  func artistSongs(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `albums.search`.
public protocol AlbumSearching: Provider {
  /// Returns albums whose title matches or resembles `call.text`. With `call.parameters.artist`,
  /// only those of that artist.
  func searchAlbums(_ call: Call) async throws(Failure) -> [Album]
}

/// Serves `album.get`.
public protocol AlbumGetting: Provider {
  /// Returns the details of the album.
  func album(_ call: Call) async throws(Failure) -> Album?
}

/// Serves `album.songs`.
public protocol AlbumSongListing: Provider {
  /// Returns the songs of the album, ordered by disc and track.
  func albumSongs(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `songs.search`.
public protocol SongSearching: Provider {
  /// Returns songs whose title matches or resembles `call.text`.
  func searchSongs(_ call: Call) async throws(Failure) -> [Song]
}

/// Serves `song.get`.
public protocol SongGetting: Provider {
  /// Returns the details of the song.
  func song(_ call: Call) async throws(Failure) -> Song?
}

/// Serves `charts.list`.
public protocol ChartListing: Provider {
  /// Returns the charts available in `call.country`.
  func charts(_ call: Call) async throws(Failure) -> [Chart]
}

/// Serves `chart.get`.
public protocol ChartGetting: Provider {
  /// Returns the entries of `call.parameters.chart`: albums or songs with their `rank`.
  func chartEntries(_ call: Call) async throws(Failure) -> [Entity]
}

/// Serves `artwork.get`.
public protocol ArtworkGetting: Provider {
  /// Returns an image close to `call.parameters.size` pixels. It is at `call.parameters.url`, or of
  /// the entity with the id `call.id(_:_:)`.
  func artwork(_ call: Call) async throws(Failure) -> Media?
}

/// Serves `preview.get`.
public protocol PreviewGetting: Provider {
  /// Returns the preview at `call.parameters.url`, or that of the song with the id
  /// `call.id(_:_:)`.
  func preview(_ call: Call) async throws(Failure) -> Media?
}
