import MusicModel

/// The compared features of a record, read once for many comparisons. Its ids are in ``RecordIDs``.
enum Features: Hashable, Sendable {
  case artist(ArtistFeatures)
  case album(AlbumFeatures)
  case song(SongFeatures)
  /// Charts are compared by id only: the "Top 100" of two stores have nothing in common.
  case chart

  init(_ record: SourceRecord, _ names: NameReader, _ links: KnownLinks = .none) {
    self =
      switch record.entity {
      case .artist(let artist): .artist(ArtistFeatures(artist, from: record.provider, names))
      case .album(let album): .album(AlbumFeatures(album, from: record.provider, names, links))
      case .song(let song): .song(SongFeatures(song, from: record.provider, names, links))
      case .chart: .chart
      }
  }

  /// Records without a common key are not compared, unless they share an id or a verdict.
  var keys: [BlockingKey] {
    switch self {
    case .artist(let artist): artist.keys
    case .album(let album): album.keys
    case .song(let song): song.keys
    case .chart: []
    }
  }

  /// Hashes the names only: they distinguish most records.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .artist(let artist): hasher.combine(artist.name)
    case .album(let album): hasher.combine(album.title)
    case .song(let song):
      hasher.combine(song.title)
      hasher.combine(song.durationMs)
    case .chart: break
    }
  }

  /// The score from which two undecided records are joined. Nothing may contradict it, and neither
  /// may fit another record.
  var minPossibleMatch: Int {
    if case .song = self { Weights.Song.hint } else { Weights.same }
  }

  /// Whether its ids identify nothing in particular, because it is "Various Artists".
  var idsAreMeaningless: Bool {
    if case .artist(let artist) = self { artist.isVarious } else { false }
  }
}

extension Optional<Int> {
  /// The number, or 0 if it is unknown or implausible.
  func plausible(_ range: ClosedRange<Int>) -> Int {
    self.flatMap { range.contains($0) ? $0 : nil } ?? 0
  }
}
