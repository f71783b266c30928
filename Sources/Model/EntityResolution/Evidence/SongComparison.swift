import MusicModel

/// Scores whether two songs are one recording, wherever it is sold.
struct SongComparison {
  let one: SongFeatures
  let other: SongFeatures
  let titles: TitleSimilarity

  init(one: SongFeatures, other: SongFeatures) {
    self.one = one
    self.other = other
    titles = TitleSimilarity(one.title, other.title)
  }

  func score(into evidence: inout Evidence) {
    let (titles, joined) = compareTitles()
    let albums = compareAlbums(joined)
    let artists = compareArtists(joined)
    let position = TrackPosition(one, other, isSameAlbum: albums.agrees)
    score(titles: titles, into: &evidence, floor: floor(ofTitles: artists, albums, position))
    score(artists: artists, into: &evidence, floor: floor(ofArtists: titles, position))
    score(albums: albums, into: &evidence)
    scoreDuration(into: &evidence)
    scorePosition(titles, albums, position, into: &evidence)
    scoreYear(into: &evidence)
  }

  private func compareArtists(_ joined: JoinedMember?) -> NameComparison {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else {
      if case .artist(let percent) = joined { return .joined(percent) }
      return .unknown
    }
    if first.isVarious || second.isVarious {
      return .various(both: first.isVarious && second.isVarious)
    }
    if let known = one.knownArtist, known == other.knownArtist { return .similar(100) }
    let similarity = first.name.similarity(to: second.name)
    if similarity >= 90, let id = one.artistID, let otherID = other.artistID,
      id.isComparable(to: otherID), id != otherID
    {
      return .namesakes
    }
    if similarity < 90, first.sharesMember(with: second) { return compareMembers(similarity) }
    if similarity < 65, !first.name.isComparable(to: second.name) { return .otherScript }
    if similarity < 65, first.isNamed(by: other) || second.isNamed(by: one) { return .shared }
    // "Pink Floyd Tribute Band" is not cut off.
    let isLonger = first.name.begins(second.name) || second.name.begins(first.name)
    return similarity < 65 && !isLonger && first.name.isPart(of: second.name)
      ? .cut : .similar(similarity)
  }

  /// Compares credits with an artist in common. That two recordings are of one composer says nothing
  /// about who plays.
  private func compareMembers(_ similarity: Int) -> NameComparison {
    let (first, second) = (one.artist.members, other.artist.members)
    let common = first.filter(second.contains)
    let composers = [one.title, other.title, one.album, other.album].compactMap(\.composer)
    guard common.allSatisfy({ member in composers.contains(where: member.hasSuffix) }) else {
      return .shared
    }
    return min(first.count, second.count) > common.count ? .similar(min(similarity, 64)) : .unknown
  }

  private func compareAlbums(_ joined: JoinedMember?) -> NameComparison {
    if case .album(let percent) = joined { return .joined(percent) }
    let (first, second) = (one.album, other.album)
    guard !first.isUnknown, !second.isUnknown else { return .unknown }
    if first.marks.contains(.symbols) != second.marks.contains(.symbols) { return .unknown }
    var similarity = first.whole.similarity(to: second.whole)
    // "Volume 1" and "Volume 2" are similar in everything but the number.
    if similarity < 95, first.numbers != second.numbers { similarity = min(similarity, 64) }
    return similarity < 65 && first.whole.isPart(of: second.whole) ? .cut : .similar(similarity)
  }

  /// The score of different titles instead of theirs, if it is higher. If everything else identifies the song, the title is in
  /// another language or script, or wrong.
  private func floor(
    ofTitles artists: NameComparison,
    _ albums: NameComparison,
    _ position: TrackPosition
  ) -> Weight? {
    if position.isSameTrack, position.isSameLength, !artists.contradicts {
      return Weights.Song.excusedTitle
    }
    guard artists.agrees else { return nil }
    if position.isSameTrack, !position.knowsLengths { return Weights.Song.excusedTitle }
    if case .unknown = albums, position.isSameLength, one.track > 0, one.track == other.track {
      return Weights.Song.halfExcusedTitle
    }
    return nil
  }

  /// The score of different artists instead of theirs, if it is higher.
  private func floor(ofArtists titles: NameComparison, _ position: TrackPosition) -> Weight? {
    // Many play a work, and its movements have the same positions.
    guard position.isSameTrack, titles.agrees, !one.title.isWork, !other.title.isWork else {
      return nil
    }
    if position.isSameLength { return Weights.Song.excusedArtist }
    return position.knowsLengths ? nil : Weights.Song.halfExcusedArtist
  }

  private func score(artists: NameComparison, into evidence: inout Evidence, floor: Weight?) {
    switch artists {
    case .unknown: break
    case .joined(let percent): evidence.add(.joinedArtist, Weights.Song.joinedArtist, percent)
    case .cut: evidence.add(.cutArtist, Weights.Song.cutArtist)
    case .shared:
      // Of those who play a work, sources name any first.
      let isMain = one.title.isWork || other.title.isWork || haveMainArtist
      evidence.add(.guests, isMain ? Weights.Song.sharedArtist : Weights.Song.sharedGuest)
    case .various(let both):
      evidence.add(.various, both ? Weights.Song.bothVarious : Weights.Song.oneVarious)
    case .namesakes: evidence.add(.artist, Weights.Song.otherArtistID, 0)
    case .otherScript: evidence.add(.artist, Weights.Song.otherScriptArtist, 0)
    case .similar(let percent):
      evidence.add(.artist, Weights.Song.artist[percent].atLeast(floor), percent)
    }
  }

  /// Whether one is by the artist of the other, and by guests that the other need not name.
  var haveMainArtist: Bool {
    one.allNames == other.allNames
      || one.artist.hasMainArtist(of: other.artist)
        && !one.artist.hasOtherPartners(than: other.artist)
  }

  private func score(albums: NameComparison, into evidence: inout Evidence) {
    switch albums {
    case .unknown, .shared, .various, .namesakes, .otherScript: break
    case .joined(let percent): evidence.add(.joinedAlbum, Weights.Song.joinedAlbum, percent)
    case .cut: evidence.add(.cutAlbum, Weights.Song.cutAlbum)
    case .similar(let percent):
      evidence.add(.album, Weights.Song.album[percent], percent)
    }
  }

  private func scoreDuration(into evidence: inout Evidence) {
    guard one.durationMs > 0, other.durationMs > 0 else { return }
    let difference = abs(one.durationMs - other.durationMs)
    for line in Weights.Song.durations where difference <= line.ms {
      return evidence.add(.duration, line.weight, difference)
    }
  }

  private func scoreYear(into evidence: inout Evidence) {
    guard one.year > 0, other.year > 0 else { return }
    let weight =
      switch abs(one.year - other.year) {
      case 0: Weights.Song.sameYear
      case ...Weights.Song.nearYears: Weights.Song.otherYear
      default: Weights.Song.farYear
      }
    evidence.add(.year, weight, one.year - other.year)
  }

  private func scorePosition(
    _ titles: NameComparison,
    _ albums: NameComparison,
    _ position: TrackPosition,
    into evidence: inout Evidence
  ) {
    guard one.track > 0, other.track > 0 else {
      // A source lists a song of an album once, and not under two titles.
      if case .similar(let percent) = titles, percent < NameComparison.agreeing, albums.agrees,
        one.source == other.source
      {
        evidence.add(.source, Weights.Song.sameSourceOtherPosition)
      }
      return
    }
    if position.isSameTrack {
      evidence.add(.position, Weights.Song.samePosition)
    } else if albums.agrees, one.source == other.source, one.album.edition == other.album.edition {
      evidence.add(.source, Weights.Song.sameSourceOtherPosition)
    } else if albums.agrees {
      evidence.add(.position, otherPosition(titles))
    } else if case .unknown = albums, one.track == other.track {
      evidence.add(.trackNumber, Weights.Song.sameTrackNumber)
    }
  }

  private func otherPosition(_ titles: NameComparison) -> Weight {
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
