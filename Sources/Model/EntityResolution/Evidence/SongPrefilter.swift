/// Scores the features of two songs other than titles and albums.
struct SongPrefilter {
  let one: SongSummary
  let other: SongSummary
  let arena: NameArena
  /// The comparison of the albums, if known: a track number says less on another album.
  var albums: NameComparison?

  /// Compares the artists. A similarity below `percent` may be reported as 0.
  func compareArtists(atLeast percent: Int = NameArena.minSimilarity) -> NameComparison {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return .unknown }
    if first.isVarious || second.isVarious {
      return .various(both: first.isVarious && second.isVarious)
    }
    let similarity = arena.similarity(first.name, second.name, atLeast: percent)
    if similarity >= 90, let id = one.artistID, let otherID = other.artistID,
      id.isComparable(to: otherID), !(id == otherID)
    {
      return .similar(0)  // namesakes
    }
    if similarity < 90, arena.shareMember(first, second) { return .shared }
    return similarity < 65 && arena.isPart(first.name, second.name) ? .cut : .similar(similarity)
  }

  func score<Sink: EvidenceSink>(
    artists: NameComparison,
    into sink: inout Sink,
    floor: Int
  ) {
    switch artists {
    case .unknown: break
    case .joined(let percent): sink.add(.joinedArtist, Weights.Song.joined, percent)
    case .cut: sink.add(.cutArtist, Weights.Song.cutArtist)
    case .shared: sink.add(.guests, Weights.Song.sharedArtist)
    case .various(let both):
      sink.add(.various, both ? Weights.Song.bothVarious : Weights.Song.oneVarious)
    case .similar(let percent):
      let points = Weights.points(percent, Weights.Song.artist)
      sink.add(.artist, max(points, floor), percent)
    }
  }

  func scoreDuration<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.durationMs > 0, other.durationMs > 0 else { return }
    let difference = abs(one.durationMs - other.durationMs)
    for line in Weights.Song.durations where difference <= line.ms {
      return sink.add(.duration, line.points, difference)
    }
  }

  func scoreYear<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.year > 0, other.year > 0 else { return }
    let same = one.year == other.year
    sink.add(.year, same ? Weights.Song.sameYear : Weights.Song.otherYear, one.year - other.year)
  }
}

/// Excludes pairs of songs without comparing titles and albums.
extension SongPrefilter {
  /// Whether the songs cannot match, however similar titles and albums are. Artist, length, year
  /// and position contradict a match. Most pairs with a single key in common end here.
  ///
  /// (Title and album alone count as much as a match needs. If too little remains, something contradicts
  /// the match, so the songs are not a possible match either.)
  var cannotMatch: Bool {
    let missing =
      Weights.same - bestWithoutNames.points - Weights.Song.titleMost - Weights.Song.albumMost
    if missing <= max(floor, Weights.Song.artistLeast) { return false }
    // Artists below the required similarity are excluded with less work.
    let artists = compareArtists(atLeast: Weights.percent(for: missing, Weights.Song.artist))
    var best = ScoreTotal()
    scoreBest(artists: artists, into: &best)
    return best.points < missing
  }

  /// The score of length and year, with the maximum for the position on the album.
  var bestWithoutNames: ScoreTotal {
    var best = ScoreTotal()
    scoreDuration(into: &best)
    scoreYear(into: &best)
    if mayBeSamePosition {
      best.add(.position, Weights.Song.samePosition)
    } else if isSameNumber, case .unknown = albums {
      best.add(.trackNumber, Weights.Song.sameTrackNumber)
    }
    return best
  }

  /// The minimum score of a different name if the position on the album may be the same.
  var floor: Int { mayBeSamePosition ? Weights.Song.excused : .min }

  /// Adds the maximum score of the artists.
  func scoreBest(artists: NameComparison, into total: inout ScoreTotal) {
    // An unknown artist may be part of the other's title.
    if case .unknown = artists { total.add(.joinedArtist, Weights.Song.joined) }
    score(artists: artists, into: &total, floor: floor)
  }

  private var mayBeSamePosition: Bool { isSameNumber && albums?.agrees != false }
  private var isSameNumber: Bool { one.track > 0 && one.track == other.track }
}
