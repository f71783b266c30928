/// Excludes pairs of songs by albums and titles, at less cost than a full score.
extension SongComparison {
  /// Whether the songs cannot match, nor be a possible match.
  ///
  /// This takes longer than ``SongPrefilter/cannotMatch``. It pays if little evidence is expected:
  /// usually such songs have numbers in common, but no names.
  var cannotMatch: Bool {
    let albums = compareAlbums(atLeast: NameComparison.agreeing)
    var outlines = outlines
    outlines.albums = albums
    let artists = outlines.compareArtists()
    var best = outlines.bestWithoutNames
    outlines.scoreBest(artists: artists, into: &best)
    // Without evidence against it, a possible match needs fewer points.
    let wanted = best.hasCounterevidence ? Weights.same : Weights.Song.hint
    let missing = wanted - best.points - most(of: albums)
    let floor = max(outlines.floor, floor(besides: albums, artists))
    if missing <= max(floor, Weights.Song.titleLeast) { return false }
    let percent = Weights.percent(for: missing, Weights.Song.title)
    let (titles, joined) = compareTitles(atLeast: percent)
    // A title that contains the other's album makes the albums equal.
    if !albums.agrees, case .album = joined { return false }
    switch titles {
    case .unknown, .shared, .various, .cut: return missing > Weights.Song.cutTitle
    case .similar(let percent):
      return max(Weights.points(percent, Weights.Song.title), floor) < missing
    case .joined(let percent): return Weights.points(percent, Weights.Song.title) < missing
    }
  }

  /// The maximum score of the albums.
  private func most(of albums: NameComparison) -> Int {
    if case .unknown = albums { return 0 }
    return albums.agrees ? Weights.Song.albumMost : Weights.Song.otherAlbumMost
  }

  /// The minimum score of the titles if an album is unknown and the artists may be the same.
  private func floor(besides albums: NameComparison, _ artists: NameComparison) -> Int {
    guard case .unknown = albums else { return .min }
    if case .similar = artists, !artists.agrees { return .min }
    return Weights.Song.halfExcused
  }
}
