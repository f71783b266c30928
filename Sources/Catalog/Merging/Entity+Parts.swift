import MusicModel

extension Entity {
  var artist: Artist? { if case .artist(let artist) = self { artist } else { nil } }
  var album: Album? { if case .album(let album) = self { album } else { nil } }
  var song: Song? { if case .song(let song) = self { song } else { nil } }
  var chart: Chart? { if case .chart(let chart) = self { chart } else { nil } }

  /// All that it says as one text, the same for equal entities: it settles the order of records
  /// that have all else in common.
  var canonicalText: String {
    switch self {
    case .artist(let artist): artist.canonicalText
    case .album(let album): album.canonicalText
    case .song(let song): song.canonicalText
    case .chart(let chart): chart.canonicalText
    }
  }
}

extension Mergeable {
  fileprivate var canonicalText: String {
    var writer = CanonicalWriter(self)
    Self.visit(&writer)
    return ids.map(\.description).joined(separator: " ") + writer.text
  }
}
