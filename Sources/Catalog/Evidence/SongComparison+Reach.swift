/// Telling songs apart without a look at their titles and albums.
extension SongComparison {
  /// Whether the songs cannot match however well their titles and albums fit: artist, length, year and
  /// place say too much against it. Most of those that have only one key in common are told apart by
  /// this, which takes a quarter of the time that weighing takes.
  ///
  /// (Title and album alone count as much as matching takes: where too little is left, something speaks
  /// against it, and the songs are no hint for each other either.)
  var isOutOfReach: Bool {
    var best = Tally()
    weighDuration(into: &best)
    weighYear(into: &best)
    best.add(.artist, mostOfArtists)
    let rest =
      Weights.Song.titleMost + Weights.Song.albumMost
      + (isSameNumber ? Weights.Song.samePosition : 0)
    return best.points + rest < Weights.same
  }

  private var isSameNumber: Bool { one.track > 0 && one.track == other.track }

  /// What the artists count at most, whatever is found out of titles and albums.
  private var mostOfArtists: Int {
    switch compareArtists(nil) {
    case .unknown, .joined: Weights.Song.joined
    case .cut: Weights.Song.cutArtist
    case .shared: Weights.Song.sharedArtist
    case .various(let both): both ? Weights.Song.bothVarious : Weights.Song.oneVarious
    case .alike(let percent):
      max(Weights.points(percent, Weights.Song.artist), isSameNumber ? Weights.Song.excused : .min)
    }
  }
}
