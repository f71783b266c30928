import MusicModel

/// Extracts the features of each kind; `nil` for an entity of another kind.
extension ArtistFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ extractor: inout FeatureExtractor
  ) -> Self? {
    guard case .artist(let artist) = entity else { return nil }
    return ArtistFeatures(artist, &extractor)
  }
}

extension AlbumFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ extractor: inout FeatureExtractor
  ) -> Self? {
    guard case .album(let album) = entity else { return nil }
    return AlbumFeatures(album, source: source, &extractor)
  }
}

extension SongFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ extractor: inout FeatureExtractor
  ) -> Self? {
    guard case .song(let song) = entity else { return nil }
    return SongFeatures(SongFacts(song), source: source, &extractor)
  }
}

extension ChartFeatures {
  static func read(
    _ entity: Entity,
    _ source: Int,
    _ extractor: inout FeatureExtractor
  ) -> Self? {
    guard case .chart = entity else { return nil }
    return ChartFeatures()
  }
}
