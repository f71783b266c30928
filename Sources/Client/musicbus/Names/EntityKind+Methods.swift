import BusProtocol
import MusicModel

extension EntityKind {
  /// The kinds that can be searched, in the order of results.
  static let searched: [EntityKind] = [.artist, .album, .song]

  /// The method that searches entities of the kind; charts cannot be searched.
  var searchMethod: Method? {
    switch self {
    case .artist: .searchArtists
    case .album: .searchAlbums
    case .song: .searchSongs
    case .chart: nil
    }
  }

  /// The method that returns the details of an artist, album or song.
  var detailMethod: Method? {
    switch self {
    case .artist: .getArtist
    case .album: .getAlbum
    case .song: .getSong
    case .chart: nil
    }
  }
}
