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

  /// The rank of an album or song in a list, which is not a property of the entity.
  package var rank: Int? {
    switch self {
    case .album(let album): album.rank
    case .song(let song): song.rank
    case .artist, .chart: nil
    }
  }

  package var albumKind: AlbumKind? {
    if case .album(let album) = self { album.albumKind } else { nil }
  }

  /// Whether the user has it as a file, as the hub marks it.
  package var isOwned: Bool {
    switch self {
    case .artist(let artist): artist.owned == true
    case .album(let album): album.owned == true
    case .song(let song): song.owned == true
    case .chart: false
    }
  }

  /// Whether the user has it, but none of it can be read now.
  package var isUnavailable: Bool? {
    switch self {
    case .artist(let artist): artist.unavailable
    case .album(let album): album.unavailable
    case .song(let song): song.unavailable
    case .chart: nil
    }
  }

  /// The entity with or without the marks that the user owns it, and that none of it can be read now. Only what
  /// the user owns can be played as a whole.
  package func owned(_ isOwned: Bool, isUnavailable: Bool) -> Entity {
    let owned: Bool? = isOwned ? true : nil
    let unavailable: Bool? = isOwned && isUnavailable ? true : nil
    switch self {
    case .artist(var artist):
      guard artist.owned != owned || artist.unavailable != unavailable else { return self }
      (artist.owned, artist.unavailable) = (owned, unavailable)
      return .artist(artist)
    case .album(var album):
      guard album.owned != owned || album.unavailable != unavailable else { return self }
      (album.owned, album.unavailable) = (owned, unavailable)
      return .album(album)
    case .song(var song):
      let stream = isOwned ? song.stream : nil
      guard song.owned != owned || song.unavailable != unavailable || song.stream != stream else {
        return self
      }
      (song.owned, song.unavailable, song.stream) = (owned, unavailable, stream)
      return .song(song)
    case .chart: return self
    }
  }

  /// Whether its name is a guess, so that the name alone identifies nothing.
  package var isGuessed: Bool {
    switch self {
    case .artist(let artist): artist.guessed == true
    case .album(let album): album.guessed == true
    case .song(let song): song.guessed == true
    case .chart: false
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
