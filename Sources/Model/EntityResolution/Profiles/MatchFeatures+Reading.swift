import MusicModel

/// Reads each kind of profile from an entity; an entity of another kind has none.
extension ArtistFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout FeatureExtractor
  ) -> Self? {
    guard case .artist(let artist) = entity else { return nil }
    return ArtistFeatures(artist, &reader)
  }
}

extension AlbumFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout FeatureExtractor
  ) -> Self? {
    guard case .album(let album) = entity else { return nil }
    return AlbumFeatures(album, source: source, &reader)
  }
}

extension SongFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout FeatureExtractor
  ) -> Self? {
    guard case .song(let song) = entity else { return nil }
    return SongFeatures(SongFacts(song), source: source, &reader)
  }
}

extension ChartFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ reader: inout FeatureExtractor
  ) -> Self? {
    guard case .chart = entity else { return nil }
    return ChartFeatures()
  }
}
