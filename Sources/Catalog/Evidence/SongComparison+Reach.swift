/// Telling songs apart without a look at their titles and albums.
extension SongComparison {
  /// Whether the songs cannot match however well their titles and albums fit: artist, length, year and
  /// place say too much against it. Of those that have only one key in common many are told apart by
  /// this, and their titles need not be compared.
  ///
  /// (Title and album alone count as much as matching takes: where too little is left, something speaks
  /// against it, and the songs are no hint for each other either.)
  var isOutOfReach: Bool {
    var best = Tally()
    weighDuration(into: &best)
    weighYear(into: &best)
    let artists = compareArtists(nil)
    // One that is not told may stand in the other's title.
    if case .unknown = artists { best.add(.joinedArtist, Weights.Song.joined) }
    weigh(artists: artists, into: &best, floor: isSameNumber ? Weights.Song.excused : .min)
    let rest =
      Weights.Song.titleMost + Weights.Song.albumMost
      + (isSameNumber ? Weights.Song.samePosition : 0)
    return best.points + rest < Weights.same
  }

  private var isSameNumber: Bool { one.track > 0 && one.track == other.track }
}
