/// Weighs what two songs tell besides titles and albums.
struct SongPrefilter {
  let one: SongSummary
  let other: SongSummary
  let pool: NameArena
  /// How the albums stand to each other, where that is known: a number tells less on another one.
  var albums: NameComparison?

  /// How the artists stand to each other. Less than `percent` alike need not be told from nothing in
  /// common.
  func compareArtists(atLeast percent: Int = NameArena.likenessMin) -> NameComparison {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return .unknown }
    if first.isVarious || second.isVarious {
      return .various(both: first.isVarious && second.isVarious)
    }
    let likeness = pool.likeness(first.name, second.name, atLeast: percent)
    if likeness >= 90, let id = one.artistID, let otherID = other.artistID,
      id.isComparable(to: otherID), !(id == otherID)
    {
      return .alike(0)  // namesakes
    }
    if likeness < 90, pool.shareMember(first, second) { return .shared }
    return likeness < 65 && pool.isPart(first.name, second.name) ? .cut : .alike(likeness)
  }

  func weigh<Sink: EvidenceSink>(
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
    case .alike(let percent):
      let points = Weights.points(percent, Weights.Song.artist)
      sink.add(.artist, max(points, floor), percent)
    }
  }

  func weighDuration<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.durationMs > 0, other.durationMs > 0 else { return }
    let difference = abs(one.durationMs - other.durationMs)
    for line in Weights.Song.durations where difference <= line.ms {
      return sink.add(.duration, line.points, difference)
    }
  }

  func weighYear<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.year > 0, other.year > 0 else { return }
    let same = one.year == other.year
    sink.add(.year, same ? Weights.Song.sameYear : Weights.Song.otherYear, one.year - other.year)
  }
}

/// Telling songs apart without a look at their titles and albums.
extension SongPrefilter {
  /// Whether the songs cannot match however well their titles and albums fit: artist, length, year and
  /// place say too much against it. Of those that have only one key in common many are told apart by
  /// this, and their titles need not be compared.
  ///
  /// (Title and album alone count as much as matching takes: where too little is left, something speaks
  /// against it, and the songs are no hint for each other either.)
  var isOutOfReach: Bool {
    let missing =
      Weights.same - bestWithoutNames.points - Weights.Song.titleMost - Weights.Song.albumMost
    if missing <= max(floor, Weights.Song.artistLeast) { return false }
    // Artists that are less alike than is wanted are told apart with less work.
    let artists = compareArtists(atLeast: Weights.percent(for: missing, Weights.Song.artist))
    var told = ScoreTotal()
    weighBest(artists: artists, into: &told)
    return told.points < missing
  }

  /// What length and year count, and the place on the album at most.
  var bestWithoutNames: ScoreTotal {
    var best = ScoreTotal()
    weighDuration(into: &best)
    weighYear(into: &best)
    if mayBeSamePlace {
      best.add(.position, Weights.Song.samePosition)
    } else if isSameNumber, case .unknown = albums {
      best.add(.trackNumber, Weights.Song.sameTrackNumber)
    }
    return best
  }

  /// The least that a name counts that is quite different, where the place on the album may be the same.
  var floor: Int { mayBeSamePlace ? Weights.Song.excused : .min }

  /// Adds the most that the artists may count.
  func weighBest(artists: NameComparison, into tally: inout ScoreTotal) {
    // One that is not told may stand in the other's title.
    if case .unknown = artists { tally.add(.joinedArtist, Weights.Song.joined) }
    weigh(artists: artists, into: &tally, floor: floor)
  }

  private var mayBeSamePlace: Bool { isSameNumber && albums?.agrees != false }
  private var isSameNumber: Bool { one.track > 0 && one.track == other.track }
}
