import MusicModel

/// The comparison of song titles.
extension SongComparison {
  /// The member that a title contains in addition to the title itself, with its similarity in percent.
  enum JoinedMember {
    /// The other record's artist or album, which this record lacks.
    case artist(Int)
    case album(Int)
    /// The record's own artist or album, repeated.
    case own(Int)

    var percent: Int {
      switch self {
      case .artist(let percent), .album(let percent), .own(let percent): percent
      }
    }
  }

  /// Compares the titles, and finds another member in one of them.
  func compareTitles() -> (NameComparison, JoinedMember?) {
    let (first, second) = (one.title, other.title)
    guard !first.isUnknown, !second.isUnknown, !isFromOtherColumn(one, other),
      !isFromOtherColumn(other, one)
    else { return (.unknown, nil) }
    // Without the versions: all songs of a concert end alike.
    let similarity = max(titles.percent, similarityOfWorks)
    if similarity >= 90 { return (.similar(similarity), nil) }
    // A title without letters, such as "(???)", does not contradict one with letters.
    if first.marks.contains(.symbols) != second.marks.contains(.symbols) { return (.unknown, nil) }
    if similarity < 65, !first.core.isComparable(to: second.core) { return (.otherScript, nil) }
    if let joined = joinedMember(), joined.percent > similarity {
      return (.joined(joined.percent), joined)
    }
    return (similarity < 65 && isCut ? .cut : .similar(similarity), nil)
  }

  /// Whether one title may be the other one cut off. A short one with one or two words more is another one: "Stay With Me".
  private var isCut: Bool {
    let (first, second) = (one.title.full, other.title.full)
    let (short, long) = first.length < second.length ? (first, second) : (second, first)
    let rest = Name(Array(long.words.dropFirst(short.words.count)))
    // Letters of another script may be lost, and repeated words.
    let isOther =
      short.begins(long) && short.length < SongComparison.longTitle && rest.words.count <= 2
      && rest.isComparable(to: short)
      && !rest.words.contains { TitleWords.meaning(of: $0).roles.contains(.naming) }
      && !["major", "minor"].contains(rest.text) && !rest.words.allSatisfy(short.words.contains)
    return first.isPart(of: second) && !isOther
  }

  /// The length of titles, in letters, that are not often those of two songs but for a letter or the end.
  private static let longTitle = 12

  /// The similarity of the names of works by their words, in any order and language, without the composer; at most 94.
  private var similarityOfWorks: Int {
    guard one.title.isWork || other.title.isWork else { return 0 }
    let (first, second) = ParsedTitle.withoutArtists(
      (one.title, one.artist),
      (other.title, other.artist)
    )
    return min(94, max(first.commonWords(with: second), first.similarity(to: second)))
  }

  /// Whether a title comes from the wrong column. It is only the artist or the start of the album
  /// that its record lacks.
  private func isFromOtherColumn(_ record: SongFeatures, _ other: SongFeatures) -> Bool {
    if record.artist.isUnknown, record.title.core.isBeginning(of: other.artist.name) {
      return true
    }
    guard record.album.isUnknown, record.title.core.length >= 4 else { return false }
    return
      (record.title.core.isBeginning(of: other.album.core)
      || record.title.core.isBeginning(of: record.artist.name))
      && record.title.core.text != other.title.core.text
  }

  /// The member that only one title contains: "Artist - Title", "Title (Album)".
  private func joinedMember() -> JoinedMember? {
    let (first, second) = (one.title.whole, other.title.whole)
    // Equal titles contain nothing more.
    if first.text == second.text { return nil }
    // The order of names of equal length stays the same, so that the result is symmetric.
    let (short, long) =
      (first.length, first.text) <= (second.length, second.text) ? (one, other) : (other, one)
    // Names of similar length contain nothing more.
    if long.title.whole.length - short.title.whole.length < 3 { return nil }
    var best: JoinedMember?
    func consider(_ similarity: Int, _ member: (Int) -> JoinedMember) {
      if similarity > best?.percent ?? 0 { best = member(similarity) }
    }
    let (title, whole) = (short.title.whole, long.title.whole)
    let (album, longAlbum) = (short.album.whole, long.album.whole)
    if !album.isUnknown {
      consider(Name.similarity(joined: (whole, .unknown), (title, album))) { .album($0) }
      // If the albums are similar anyway, they prove nothing about the titles.
      if !longAlbum.isUnknown {
        let similarity = Name.similarity(joined: (whole, longAlbum), (title, album))
        if similarity > 0, longAlbum.similarity(to: album) < 80 {
          consider(similarity) { .album($0) }
        }
      }
    }
    if !short.artist.isUnknown {
      consider(Name.similarity(joined: (whole, .unknown), (short.artist.name, title))) {
        .artist($0)
      }
    }
    if !longAlbum.isUnknown {
      consider(Name.similarity(joined: (whole, .unknown), (title, longAlbum))) { .own($0) }
    }
    if !long.artist.isUnknown {
      consider(Name.similarity(joined: (whole, .unknown), (long.artist.name, title))) { .own($0) }
    }
    return best
  }

  /// Scores the titles; different titles count at least `floor`.
  func score(titles: NameComparison, into evidence: inout Evidence, floor: Weight?) {
    switch titles {
    case .unknown, .shared, .various, .namesakes:
      return
    case .otherScript:
      evidence.add(.otherScript, Weights.Song.otherScript)
    case .cut:
      evidence.add(.cutTitle, Weights.Song.cutTitle)
      if differsByNumber { evidence.add(.numbers, Weights.Song.numbers) }
    case .joined(let percent):
      let isOwnAlbum = hasOwnAlbumInTitle
      evidence.add(
        .joinedTitle,
        isOwnAlbum ? Weights.Song.ownAlbum : Weights.Song.title[percent],
        percent
      )
    case .similar(let percent):
      evidence.add(.title, Weights.Song.title[percent].atLeast(floor), percent)
      if (65..<100).contains(percent), isNearTitle {
        evidence.add(.nearTitle, Weights.Song.shortTitle)
      }
      switch self.titles.asides {
      case .one where percent >= 65:
        evidence.add(.aside, hasOwnAlbumInTitle ? Weights.Song.ownAlbumAside : Weights.Song.aside)
      case .different where percent >= 65: evidence.add(.aside, Weights.Song.otherAside)
      default: break
      }
      if percent == 100, one.title.marks.union(other.title.marks).contains(.generic) {
        evidence.add(.titleAlone, Weights.Song.genericTitle)
      }
      if percent >= 65, one.title.hasOtherNumbers(than: other.title) {
        let isOne = one.title.numbers.isEmpty || other.title.numbers.isEmpty
        evidence.add(.numbers, isOne ? Weights.Song.oneNumber : Weights.Song.numbers)
      }
      if let isOther = one.title.isOtherWork(than: other.title) {
        evidence.add(.catalogue, isOther ? Weights.Song.otherCatalogue : Weights.Song.catalogue)
      }
    }
    scoreVersion(into: &evidence)
    scoreGuests(into: &evidence)
  }

  /// Whether two short titles differ by a letter of one word, which makes another word: "The River", "The Rover". A typo is
  /// rather a letter too few, two in the wrong order, or a digit.
  private var isNearTitle: Bool {
    let (first, second) = (one.title.core, other.title.core)
    guard max(first.length, second.length) < SongComparison.longTitle,
      first.words.count == second.words.count
    else { return false }
    let different = zip(first.words, second.words).filter { $0 != $1 }
    guard let (word, next) = different.first, different.count == 1,
      word.count == next.count, word.sorted() != next.sorted()
    else { return false }
    return [word, next].allSatisfy { $0.count >= 4 && $0.allSatisfy(\.isLetter) }
  }

  /// A remix with another guest is another recording, though titles hide it: "Essence (feat. Justin Bieber & Tems)".
  private func scoreGuests(into evidence: inout Evidence) {
    let (first, second) = (one.allGuests, other.allGuests)
    // Records without an album are of lists that people made.
    let isOneSource = one.source == other.source && !one.album.isUnknown && !other.album.isUnknown
    guard !first.isEmpty, !second.isEmpty else {
      // Credited to "A & B", or to A with B as a guest.
      let areNamed = first.isSubset(of: other.allNames) && second.isSubset(of: one.allNames)
      if first.isEmpty != second.isEmpty, !areNamed {
        evidence.add(
          .otherGuests,
          isOneSource ? Weights.Song.sameSourceGuests : Weights.Song.oneGuests
        )
      }
      return
    }
    if !first.isSubset(of: other.allNames) || !second.isSubset(of: one.allNames) {
      evidence.add(
        .otherGuests,
        isOneSource ? Weights.Song.sameSourceGuests : Weights.Song.otherGuests
      )
    }
  }

  /// Whether the words after one title name its own album, which is not the other's: "With or Without You - Songs of Surrender".
  private var hasOwnAlbumInTitle: Bool {
    guard !one.album.isUnknown, !other.album.isUnknown,
      one.album.core.similarity(to: other.album.core) < 65
    else { return false }
    return [one, other].contains { song in
      let album = song.album.core.words
      return album.count > 0 && song.title.whole.words.count > album.count
        && Array(song.title.whole.words.suffix(album.count)) == album
    }
  }

  /// Whether one title is the other plus a number: "Hayloft II".
  private var differsByNumber: Bool {
    one.title.numbers != other.title.numbers
      && abs(one.title.core.length - other.title.core.length) <= 3
  }

  private func scoreVersion(into evidence: inout Evidence) {
    let (first, second) = (one.title, other.title)
    // A song of a live album need not state it.
    let missing = first.versions(besides: second).subtracting(other.album.all)
      .union(second.versions(besides: first).subtracting(one.album.all))
    if !missing.isEmpty, !first.endsLike(second) {
      evidence.add(.version, weight(ofVersions: missing), Int(missing.rawValue))
    } else if first.core.text == second.core.text {
      switch first.versionNames(with: second) {
      case .different: evidence.add(.versionName, Weights.Song.versionName)
      case .one: evidence.add(.versionName, Weights.Song.oneVersionName)
      case .alike: break
      }
    }
  }

  /// The weight of versions that only one of the titles names.
  private func weight(ofVersions versions: VersionWords) -> Weight {
    // Stores sell most songs as their radio edit, and many do not say so; the lengths tell.
    if versions == .edit { return Weights.Song.edit }
    let isNamed = versions.contains(.named) && one.title.core.text == other.title.core.text
    return isNamed ? Weights.Song.namedVersion : Weights.Song.version
  }
}
