/// An artist, album, song or chart.
///
/// Indirect, because lists of them are copied, sorted and joined all the time, and an album has
/// two dozen members.
public indirect enum Entity: Hashable, Sendable {
  case artist(Artist)
  case album(Album)
  case song(Song)
  case chart(Chart)

  /// The members that all kinds have in common.
  public var base: any MusicEntity {
    switch self {
    case .artist(let artist): artist
    case .album(let album): album
    case .song(let song): song
    case .chart(let chart): chart
    }
  }

  public var kind: EntityKind {
    switch self {
    case .artist: .artist
    case .album: .album
    case .song: .song
    case .chart: .chart
    }
  }

  public var id: EntityID {
    switch self {
    case .artist(let artist): artist.id
    case .album(let album): album.id
    case .song(let song): song.id
    case .chart(let chart): chart.id
    }
  }

  public var ids: [EntityID] {
    switch self {
    case .artist(let artist): artist.ids
    case .album(let album): album.ids
    case .song(let song): song.ids
    case .chart(let chart): chart.ids
    }
  }

  public var displayName: String {
    switch self {
    case .artist(let artist): artist.displayName
    case .album(let album): album.displayName
    case .song(let song): song.displayName
    case .chart(let chart): chart.displayName
    }
  }
}

extension Entity {
  /// The entity as lists contain it: without the long text, and without the path of a file.
  public var brief: Entity {
    switch self {
    case .artist(var artist):
      (artist.biography, artist.biographyLang) = (nil, nil)
      return .artist(artist)
    case .song(var song) where song.file != nil:
      song.file = nil
      return .song(song)
    case .album, .song, .chart: return self
    }
  }
}
