/// Telling songs apart by their titles, before albums and all that stands in other members are
/// compared.
extension SongComparison {
  /// Whether the songs cannot match however well their albums fit, and are no hint for each other.
  ///
  /// It takes longer than ``OutlineComparison/isOutOfReach``, and pays where little speaks for two songs
  /// in the first place: mostly they have their length in common, and nothing else.
  var isOutOfReach: Bool {
    let outlines = outlines
    var best = outlines.bestWithoutNames
    outlines.weighBest(artists: outlines.compareArtists(), into: &best)
    // Where nothing speaks against it, it takes less to be a hint.
    let wanted = best.hasAgainst ? Weights.same : Weights.Song.hint
    let missing = wanted - best.points - Weights.Song.albumMost
    if missing <= max(outlines.floor, Weights.Song.titleLeast) { return false }
    let percent = Weights.percent(for: missing, Weights.Song.title)
    switch compareTitles(atLeast: percent).0 {
    case .unknown, .shared, .various, .cut: return missing > Weights.Song.cutTitle
    case .alike(let percent):
      return max(Weights.points(percent, Weights.Song.title), outlines.floor) < missing
    case .joined(let percent): return Weights.points(percent, Weights.Song.title) < missing
    }
  }
}
