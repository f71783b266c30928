import MusicModel

/// What lists are filtered and sorted by, whatever the kind.
extension Entity {
  var releaseDate: PartialDate? {
    switch self {
    case .album(let album): album.releaseDate
    case .song(let song): song.releaseDate
    case .artist, .chart: nil
    }
  }

  var genres: [String] {
    switch self {
    case .artist(let artist): artist.genres
    case .album(let album): album.genres
    case .song(let song): song.genres
    case .chart: []
    }
  }

  var rank: Int? {
    switch self {
    case .album(let album): album.rank
    case .song(let song): song.rank
    case .artist, .chart: nil
    }
  }

  /// Disc and track in one number, unknown ones last.
  var track: Int {
    guard case .song(let song) = self, let track = song.trackNumber else { return .max }
    return (song.discNumber ?? 1) * 10_000 + track
  }

  var artwork: [Artwork] {
    switch self {
    case .artist(let artist): artist.artwork
    case .album(let album): album.artwork
    case .song(let song): song.artwork
    case .chart: []
    }
  }

  var artist: ArtistReference? {
    switch self {
    case .album(let album): album.artist
    case .song(let song): song.artist
    case .artist, .chart: nil
    }
  }
}
