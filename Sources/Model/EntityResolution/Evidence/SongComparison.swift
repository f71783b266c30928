import MusicModel

/// Scores whether two songs are one recording, wherever it is sold.
struct SongComparison {
  let one: SongFeatures
  let other: SongFeatures
  let arena: NameArena

  func score<Sink: EvidenceSink>(into sink: inout Sink) {
    let (titles, joined) = compareTitles()
    let albums = compareAlbums(joined: joined)
    let artists = compareArtists(joined)
    let position = TrackPosition(one, other, isSameAlbum: albums.agrees)
    score(titles: titles, into: &sink, floor: floor(ofTitles: artists, albums, position))
    outlines.score(artists: artists, into: &sink, floor: floor(ofArtists: titles, position))
    score(albums: albums, into: &sink)
    outlines.scoreDuration(into: &sink)
    scorePosition(titles, albums, position, into: &sink)
    outlines.scoreYear(into: &sink)
  }

  var outlines: SongPrefilter {
    SongPrefilter(one: one.outline, other: other.outline, arena: arena)
  }

  private func compareArtists(_ joined: JoinedMember?) -> NameComparison {
    let artists = outlines.compareArtists()
    if case .unknown = artists, case .artist(let percent) = joined { return .joined(percent) }
    return artists
  }

  /// Compares the albums. A similarity below `percent` may be reported as 0.
  func compareAlbums(
    joined: JoinedMember? = nil,
    atLeast percent: Int = NameArena.minSimilarity
  ) -> NameComparison {
    if case .album(let percent) = joined { return .joined(percent) }
    let (first, second) = (one.album, other.album)
    guard !first.isUnknown, !second.isUnknown else { return .unknown }
    if first.marks.contains(.symbols) != second.marks.contains(.symbols) { return .unknown }
    var similarity = arena.similarity(first.core, second.core, atLeast: percent)
    // "Volume 1" and "Volume 2" are similar in everything but the number.
    if similarity < 95, first.numbers != second.numbers { similarity = min(similarity, 64) }
    return similarity < 65 && arena.isPart(first.core, second.core) ? .cut : .similar(similarity)
  }

  /// The minimum score of different titles. If everything else identifies the song, the title is in
  /// another language or script, or wrong.
  private func floor(
    ofTitles artists: NameComparison,
    _ albums: NameComparison,
    _ position: TrackPosition
  ) -> Int {
    if position.isSameTrack, position.isSameLength, !artists.contradicts {
      return Weights.Song.excused
    }
    guard artists.agrees else { return .min }
    if position.isSameTrack, !position.knowsLengths { return Weights.Song.excused }
    if case .unknown = albums, position.isSameLength, one.track > 0, one.track == other.track {
      return Weights.Song.halfExcused
    }
    return .min
  }

  /// The minimum score of different artists.
  private func floor(ofArtists titles: NameComparison, _ position: TrackPosition) -> Int {
    guard position.isSameTrack, titles.agrees else { return .min }
    if position.isSameLength { return Weights.Song.excused }
    return position.knowsLengths ? .min : Weights.Song.halfExcused
  }

  private func score<Sink: EvidenceSink>(albums: NameComparison, into sink: inout Sink) {
    switch albums {
    case .unknown, .shared, .various: break
    case .joined(let percent): sink.add(.joinedAlbum, Weights.Song.joined, percent)
    case .cut: sink.add(.cutAlbum, Weights.Song.cutAlbum)
    case .similar(let percent):
      sink.add(.album, Weights.points(percent, Weights.Song.album), percent)
    }
  }

  private func scorePosition<Sink: EvidenceSink>(
    _ titles: NameComparison,
    _ albums: NameComparison,
    _ position: TrackPosition,
    into sink: inout Sink
  ) {
    guard one.track > 0, other.track > 0 else { return }
    if position.isSameTrack {
      sink.add(.position, Weights.Song.samePosition)
    } else if albums.agrees, one.source == other.source, one.album.edition == other.album.edition {
      sink.add(.source, Weights.Song.sameSourceOtherPosition)
    } else if albums.agrees {
      sink.add(.position, otherPosition(titles))
    } else if case .unknown = albums, one.track == other.track {
      sink.add(.trackNumber, Weights.Song.sameTrackNumber)
    }
  }

  private func otherPosition(_ titles: NameComparison) -> Int {
    if one.title.marks.contains(.generic), other.title.marks.contains(.generic) {
      return Weights.Song.otherPositionGeneric
    }
    return titles.agrees ? Weights.Song.otherPosition : Weights.Song.otherPositionAndTitle
  }
}

/// Whether two songs have the same position on the same album.
struct TrackPosition {
  let isSameTrack: Bool
  let isSameLength: Bool
  let knowsLengths: Bool

  init(_ one: SongFeatures, _ other: SongFeatures, isSameAlbum: Bool) {
    let isSameDisc = one.disc == 0 || other.disc == 0 || one.disc == other.disc
    isSameTrack = isSameAlbum && one.track > 0 && one.track == other.track && isSameDisc
    knowsLengths = one.durationMs > 0 && other.durationMs > 0
    isSameLength =
      knowsLengths && abs(one.durationMs - other.durationMs) <= Weights.Song.sameDurationMs
  }
}
