/// Members that several kinds of entities have.
extension Entity {
  /// The release date of an album or song.
  package var releaseDate: PartialDate? {
    switch self {
    case .album(let album): album.releaseDate
    case .song(let song): song.releaseDate
    case .artist, .chart: nil
    }
  }

  /// The artist of an album or song.
  package var artist: ArtistReference? {
    switch self {
    case .album(let album): album.artist
    case .song(let song): song.artist
    case .artist, .chart: nil
    }
  }

  /// The pages about it, by site.
  package var links: [String: String] {
    switch self {
    case .artist(let artist): artist.links
    case .album(let album): album.links
    case .song(let song): song.links
    case .chart(let chart): chart.links
    }
  }
}
