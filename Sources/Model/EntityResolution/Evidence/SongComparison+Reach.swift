/// Telling songs apart by albums and titles, as far as it takes less than to weigh them.
extension SongComparison {
  /// Whether the songs cannot match, and are no hint for each other.
  ///
  /// It takes longer than ``SongPrefilter/isOutOfReach``, and pays where little speaks for two songs
  /// in the first place: mostly they have numbers in common, and nothing else.
  var isOutOfReach: Bool {
    let albums = compareAlbums(atLeast: NameComparison.agreeing)
    var outlines = outlines
    outlines.albums = albums
    let artists = outlines.compareArtists()
    var best = outlines.bestWithoutNames
    outlines.weighBest(artists: artists, into: &best)
    // Where nothing speaks against it, it takes less to be a hint.
    let wanted = best.hasAgainst ? Weights.same : Weights.Song.hint
    let missing = wanted - best.points - most(of: albums)
    let floor = max(outlines.floor, floor(besides: albums, artists))
    if missing <= max(floor, Weights.Song.titleLeast) { return false }
    let percent = Weights.percent(for: missing, Weights.Song.title)
    let (titles, joined) = compareTitles(atLeast: percent)
    // A title that tells the other's album makes it the same.
    if !albums.agrees, case .album = joined { return false }
    switch titles {
    case .unknown, .shared, .various, .cut: return missing > Weights.Song.cutTitle
    case .alike(let percent):
      return max(Weights.points(percent, Weights.Song.title), floor) < missing
    case .joined(let percent): return Weights.points(percent, Weights.Song.title) < missing
    }
  }

  /// What the albums count at most.
  private func most(of albums: NameComparison) -> Int {
    if case .unknown = albums { return 0 }
    return albums.agrees ? Weights.Song.albumMost : Weights.Song.otherAlbumMost
  }

  /// The least that titles count where no album is known and the artists may be the same.
  private func floor(besides albums: NameComparison, _ artists: NameComparison) -> Int {
    guard case .unknown = albums else { return .min }
    if case .alike = artists, !artists.agrees { return .min }
    return Weights.Song.halfExcused
  }
}
