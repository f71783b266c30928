package import MusicModel

/// Members that lists are filtered and sorted by, for every kind of entity.
extension Entity {
  var genres: [String] {
    switch self {
    case .artist(let artist): artist.genres
    case .album(let album): album.genres
    case .song(let song): song.genres
    case .chart: []
    }
  }

  /// The entity with a rank, or without one.
  package func ranked(_ rank: Int?) -> Entity {
    switch self {
    case .album(var album):
      album.rank = rank
      return .album(album)
    case .song(var song):
      song.rank = rank
      return .song(song)
    case .artist, .chart: return self
    }
  }

  /// Disc and track, unknown ones last.
  var track: (disc: Int, number: Int) {
    guard case .song(let song) = self, let track = song.trackNumber else { return (.max, .max) }
    return (song.discNumber ?? 1, track)
  }

  var artwork: [Artwork] {
    switch self {
    case .artist(let artist): artist.artwork
    case .album(let album): album.artwork
    case .song(let song): song.artwork
    case .chart: []
    }
  }

  /// The entity with one more id.
  func known(also id: EntityID) -> Entity { ids.contains(id) ? self : with(ids: ids + [id]) }

  /// The entity with other ids than it had, one of which is its own.
  package func with(ids: [EntityID]) -> Entity {
    switch self {
    case .artist(var artist):
      artist.ids = ids
      return .artist(artist)
    case .album(var album):
      album.ids = ids
      return .album(album)
    case .song(var song):
      song.ids = ids
      return .song(song)
    case .chart(var chart):
      chart.ids = ids
      return .chart(chart)
    }
  }
}
