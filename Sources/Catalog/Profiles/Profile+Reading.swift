import MusicModel

/// Reads each kind of profile from an entity; an entity of another kind has none.
extension ArtistProfile {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout ProfileReader
  ) -> Self? {
    guard case .artist(let artist) = entity else { return nil }
    return ArtistProfile(artist, &reader)
  }
}

extension AlbumProfile {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout ProfileReader
  ) -> Self? {
    guard case .album(let album) = entity else { return nil }
    return AlbumProfile(album, source: source, &reader)
  }
}

extension SongProfile {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout ProfileReader
  ) -> Self? {
    guard case .song(let song) = entity else { return nil }
    return SongProfile(SongFacts(song), source: source, &reader)
  }
}

extension ChartProfile {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout ProfileReader
  ) -> Self? {
    guard case .chart = entity else { return nil }
    return ChartProfile()
  }
}
