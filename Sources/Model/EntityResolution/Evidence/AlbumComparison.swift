import MusicModel

/// Scores whether two albums belong to one release group, independent of their editions.
struct AlbumComparison {
  let one: AlbumFeatures
  let other: AlbumFeatures

  func score(into evidence: inout Evidence) {
    guard !one.title.isUnknown, !other.title.isUnknown else { return }
    if one.isNoted(by: other) || other.isNoted(by: one) {
      evidence.add(.disambiguation, Weights.Album.noted)
    } else {
      let titles = TitleSimilarity(one.title, other.title)
      guard scoreSimilarity(titles.percent, into: &evidence) else { return }
      scoreTitles(into: &evidence)
      scoreYearInTitle(into: &evidence)
      scoreAsides(titles, into: &evidence)
    }
    scoreKinds(into: &evidence)
    scoreGuests(into: &evidence)
    scoreArtists(into: &evidence)
    scoreYears(into: &evidence)
    scoreTrackCounts(into: &evidence)
  }

  /// Scores how similar the titles are. Returns whether they may be those of one album.
  private func scoreSimilarity(_ percent: Int, into evidence: inout Evidence) -> Bool {
    if percent >= 90 {
      evidence.add(.title, Weights.Album.title[percent], percent)
      return true
    }
    let (first, second) = ParsedTitle.withoutArtists(
      (one.title, one.artist),
      (other.title, other.artist)
    )
    if first.similarity(to: second) >= 90 || one.title.isWork(of: other.title) {
      evidence.add(.title, Weights.Album.titleWithoutArtist, 100)
      return true
    }
    let common = first.commonWords(with: second)
    if common >= 60 {
      evidence.add(.words, Weights.Album.words[common], common)
      return true
    }
    if first.hasAllWords(of: second) || one.title.core.hasAllWords(of: other.title.core) {
      let areWorks = one.title.isWork || other.title.isWork
      evidence.add(.words, areWorks ? Weights.Album.allWordsOfWork : Weights.Album.allWords)
      return true
    }
    evidence.add(.title, Weights.Album.title[percent], percent)
    return percent >= 65
  }

  private func scoreTitles(into evidence: inout Evidence) {
    let (first, second) = (one.title, other.title)
    if first.volumes != second.volumes {
      let isOne = first.volumes.isEmpty || second.volumes.isEmpty
      evidence.add(.numbers, isOne ? Weights.Album.oneNumber : Weights.Album.numbers)
    }
    if let isOther = first.isOtherWork(than: second) {
      evidence.add(.catalogue, isOther ? Weights.Album.otherCatalogue : Weights.Album.catalogue)
    }
    // One source says it in the title, another by the kind.
    let versions = one.versions(besides: other).union(other.versions(besides: one))
    if !versions.isEmpty {
      evidence.add(.version, Weights.Album.version, Int(versions.rawValue))
    } else {
      switch first.versionNames(with: second) {
      case .different: evidence.add(.versionName, Weights.Album.versionName)
      case .one: evidence.add(.versionName, Weights.Album.oneVersionName)
      case .alike: break
      }
    }
    if first.marks.contains(.score) != second.marks.contains(.score),
      first.marks.contains(.soundtrack), second.marks.contains(.soundtrack)
    {
      evidence.add(.score, Weights.Album.score)
    }
    if isGeneral {
      evidence.add(.titleAlone, Weights.Album.genericTitle)
      if one.source == other.source, !haveNearDates, !haveEditions {
        evidence.add(.source, Weights.Album.sameSourceGeneric)
      }
    }
  }

  /// Scores a year in brackets: "Killing Joke (2003)" is not the album of 1980.
  private func scoreYearInTitle(into evidence: inout Evidence) {
    let (first, second) = (one.title.year ?? one.year, other.title.year ?? other.year)
    guard one.title.year != nil || other.title.year != nil, let first, let second else { return }
    let weight =
      switch abs(first - second) {
      case 0: Weights.Album.disambiguated
      case 1: Weights.Album.otherAside
      default: Weights.Album.oneNumber
      }
    evidence.add(.disambiguation, weight)
  }

  /// Scores words in brackets whose meaning is unknown. What one source tells albums of a title apart by, another writes there.
  private func scoreAsides(_ titles: TitleSimilarity, into evidence: inout Evidence) {
    let (first, second) = (one.title.aside, other.title.aside)
    if one.disambiguation.fits(second) || other.disambiguation.fits(first) {
      evidence.add(.disambiguation, Weights.Album.disambiguated)
    } else {
      switch titles.asides {
      case .alike: break
      case .one: evidence.add(.aside, Weights.Album.aside)
      case .different: evidence.add(.aside, Weights.Album.otherAside)
      }
    }
  }

  /// Whether an artist may have several release groups with this title.
  private var isGeneral: Bool {
    [one, other].contains { album in
      album.title.marks.contains(.generic) || album.title.core.text == album.artist.name.text
    }
  }

  private var haveEditions: Bool {
    one.title.marks.contains(.edition) || other.title.marks.contains(.edition)
  }

  private var haveNearDates: Bool {
    guard let first = one.year, let second = other.year else { return false }
    return abs(first - second) <= 1
  }

  private func scoreKinds(into evidence: inout Evidence) {
    guard one.kind != other.kind else { return }
    guard let first = one.kind, let second = other.kind else {
      let kind = one.kind ?? other.kind
      let isShort = kind == .single || kind == .ep
      // A source that marks one of its albums as a single marks all of them.
      if isShort {
        let isOneSource = one.source == other.source
        evidence.add(
          .releaseGroupKind,
          isOneSource ? Weights.Album.releaseGroupKind : Weights.Album.unmarkedKind
        )
      }
      return
    }
    // Spotify calls an EP a single; titles do not.
    let areNamed = [one, other].allSatisfy { !$0.title.marks.isDisjoint(with: [.single, .ep]) }
    if [.single, .ep].contains(first), [.single, .ep].contains(second), !areNamed {
      return evidence.add(.releaseGroupKind, Weights.Album.singleOrEP)
    }
    // An EP of many songs is an album to some sources.
    if [first, second].contains(.ep), [first, second].contains(.album), one.year == other.year,
      one.trackCount >= 4, one.trackCount == other.trackCount, one.source != other.source
    {
      return evidence.add(.releaseGroupKind, Weights.Album.singleOrEP)
    }
    // Few sources mark live albums, remixes and demos; it suffices if the title also says so.
    let words = one.title.all.union(other.title.all)
    let versions = [first.version, second.version].compactMap { $0 }
    if versions.contains(where: words.contains) { return }
    let mayBeUnmarked =
      !versions.isEmpty && (first == .album || second == .album) && one.source != other.source
    evidence.add(
      .releaseGroupKind,
      mayBeUnmarked ? Weights.Album.unmarkedVersion : Weights.Album.releaseGroupKind
    )
  }

  /// Scores the guests of two singles: "Flowers (with Bob)" is not "Flowers".
  private func scoreGuests(into evidence: inout Evidence) {
    guard one.kind == .single || other.kind == .single,
      !one.hasAllGuests(of: other) || !other.hasAllGuests(of: one)
    else { return }
    evidence.add(.otherGuests, Weights.Album.otherGuests)
  }

  private func scoreArtists(into evidence: inout Evidence) {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return }
    if one.isVarious || other.isVarious {
      let both = one.isVarious && other.isVarious
      evidence.add(.various, both ? Weights.Album.bothVarious : Weights.Album.oneVarious)
      if isSpecific { evidence.add(.longTitle, Weights.Album.longTitle) }
      return
    }
    if let known = one.knownArtist, known == other.knownArtist {
      return evidence.add(.artist, Weights.Album.artistID, 100)
    }
    if let id = one.artistID, let otherID = other.artistID, id.isComparable(to: otherID) {
      let same = id == otherID
      if same { return evidence.add(.artist, Weights.Album.artistID, 100) }
      if !first.sharesMember(with: second) {
        return evidence.add(.artist, Weights.Album.otherArtistID, 0)
      }
    }
    let similarity = first.name.similarity(to: second.name)
    if similarity < 80, first.sharesMember(with: second) {
      let hasOther = first.hasOtherPartners(than: second) && !first.hasMainArtist(of: second)
      evidence.add(.guests, hasOther ? Weights.Album.otherPartners : Weights.Album.sharedArtist)
    } else if similarity < 80, one.isSoundtrack, other.isSoundtrack {
      // One source credits the composer, another the first singer.
      evidence.add(.various, Weights.Album.oneVarious)
    } else if similarity < 80, !first.name.isComparable(to: second.name) {
      evidence.add(.otherScript, Weights.Album.otherScript)
    } else {
      let isNamed =
        similarity < 65 && (first.isNamed(in: other.title) || second.isNamed(in: one.title))
      if isNamed {
        evidence.add(.artistInTitle, Weights.Album.artistInTitle)
      } else {
        evidence.add(.artist, Weights.Album.artist[similarity], similarity)
      }
    }
  }

  /// Whether the title is not one that several compilations have.
  private var isSpecific: Bool {
    !isGeneral && one.title.core.text == other.title.core.text
      && (one.title.core.words.count >= 4 || !one.title.numbers.isEmpty)
  }

  private func scoreYears(into evidence: inout Evidence) {
    guard let first = one.year, let second = other.year else { return }
    let difference = abs(first - second)
    switch difference {
    case 0: evidence.add(.year, Weights.Album.sameYear, 0)
    case 1: evidence.add(.year, Weights.Album.nearYear, 1)
    default: if !haveEditions { evidence.add(.year, Weights.Album.otherYear, difference) }
    }
  }

  private func scoreTrackCounts(into evidence: inout Evidence) {
    guard one.trackCount > 0, other.trackCount > 0 else { return }
    let (fewer, more) = (
      min(one.trackCount, other.trackCount), max(one.trackCount, other.trackCount)
    )
    if fewer == more {
      evidence.add(.trackCount, Weights.Album.sameTrackCount)
    } else if fewer <= 3, more >= 7 {
      evidence.add(.trackCount, Weights.Album.singleAgainstAlbum)
    } else if !haveEditions {
      evidence.add(.trackCount, Weights.Album.otherTrackCount)
    }
  }
}
