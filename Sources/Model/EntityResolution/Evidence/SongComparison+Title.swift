import MusicModel

/// Comparing the titles of songs.
extension SongComparison {
  /// The member that stands in a title beside the title itself, and how well it fits in percent.
  enum JoinedMember {
    /// The other record's artist or album, which this one does not tell by itself.
    case artist(Int)
    case album(Int)
    /// Its own, told a second time.
    case own(Int)

    var percent: Int {
      switch self {
      case .artist(let percent), .album(let percent), .own(let percent): percent
      }
    }
  }

  /// How the titles stand to each other. Less than `percent` alike need not be told from nothing in
  /// common.
  func compareTitles(
    atLeast percent: Int = NameArena.likenessMin
  ) -> (NameComparison, JoinedMember?) {
    let (first, second) = (one.title, other.title)
    guard !first.isUnknown, !second.isUnknown, !isFromOtherColumn(one, other),
      !isFromOtherColumn(other, one)
    else { return (.unknown, nil) }
    let isBare = first.version.isEmpty || second.version.isEmpty
    let likeness =
      isBare
      ? pool.likeness(first.core, second.core, atLeast: percent)
      : pool.likeness(pool.full(first), pool.full(second), atLeast: percent)
    if likeness >= 90 { return (.alike(likeness), nil) }
    // What has no letters says nothing against what has some: "(???)".
    if first.marks.contains(.symbols) != second.marks.contains(.symbols) { return (.unknown, nil) }
    if let joined = joinedMember(), joined.percent > likeness {
      return (.joined(joined.percent), joined)
    }
    let isCut = likeness < 65 && pool.isPart(pool.full(first), pool.full(second))
    return (isCut ? .cut : .alike(likeness), nil)
  }

  /// Whether a title is only the artist, or the beginning of the album, that its record does not
  /// tell: something was read from the wrong column.
  private func isFromOtherColumn(_ record: SongFeatures, _ other: SongFeatures) -> Bool {
    if record.artist.isUnknown, pool.isBeginning(record.title.core, of: other.artist.name) {
      return true
    }
    guard record.album.isUnknown, record.title.core.count >= 4 else { return false }
    return
      (pool.isBeginning(record.title.core, of: other.album.core)
      || pool.isBeginning(record.title.core, of: record.artist.name))
      && !pool.equal(record.title.core, other.title.core)
  }

  /// The member that one title holds and the other does not: "Artist - Title", "Title (Album)".
  private func joinedMember() -> JoinedMember? {
    let (first, second) = (one.title.core, other.title.core)
    // One that holds more than the other is not equal to it.
    if pool.equal(first, second) { return nil }
    // Of names that are equally long either may be the first, but always the same one.
    let (short, long) =
      (first.count, first.hash) <= (second.count, second.hash) ? (one, other) : (other, one)
    // Of names that are as long as each other neither holds more.
    if long.title.core.length - short.title.core.length < 3 { return nil }
    var best: JoinedMember?
    func consider(_ likeness: Int, _ member: (Int) -> JoinedMember) {
      if likeness > best?.percent ?? 0 { best = member(likeness) }
    }
    let (title, whole) = (short.title.core, long.title.core)
    let (album, longAlbum) = (short.album.core, long.album.core)
    if !album.isUnknown {
      consider(pool.likeness(whole, joined: title, album)) { .album($0) }
      // Where the albums are alike anyway, they prove nothing for the titles.
      if !longAlbum.isUnknown {
        let likeness = pool.likeness(whole, longAlbum, joined: title, album)
        if likeness > 0, pool.likeness(longAlbum, album) < 80 {
          consider(likeness) { .album($0) }
        }
      }
    }
    if !short.artist.isUnknown {
      consider(pool.likeness(whole, joined: short.artist.name, title)) { .artist($0) }
    }
    if !longAlbum.isUnknown {
      consider(pool.likeness(whole, joined: title, longAlbum)) { .own($0) }
    }
    if !long.artist.isUnknown {
      consider(pool.likeness(whole, joined: long.artist.name, title)) { .own($0) }
    }
    return best
  }

  /// Different titles count at least `floor`.
  func weigh<Sink: EvidenceSink>(
    titles: NameComparison,
    into sink: inout Sink,
    floor: Int
  ) {
    switch titles {
    case .unknown, .shared, .various:
      return
    case .cut:
      sink.add(.cutTitle, Weights.Song.cutTitle)
      if differsByNumber { sink.add(.numbers, Weights.Song.numbers) }
    case .joined(let percent):
      sink.add(.joinedTitle, Weights.points(percent, Weights.Song.title), percent)
    case .alike(let percent):
      let points = Weights.points(percent, Weights.Song.title)
      sink.add(.title, max(points, floor), percent)
      if percent == 100, one.title.marks.union(other.title.marks).contains(.generic) {
        sink.add(.titleAlone, Weights.Song.genericTitle)
      }
      if percent >= 65, one.title.numbers != other.title.numbers {
        sink.add(.numbers, Weights.Song.numbers)
      }
    }
    weighVersion(into: &sink)
  }

  /// Whether one title is the other and a number: "Hayloft II".
  private var differsByNumber: Bool {
    one.title.numbers != other.title.numbers
      && abs(one.title.core.count - other.title.core.count) <= 3
  }

  private func weighVersion<Sink: EvidenceSink>(into sink: inout Sink) {
    let (first, second) = (one.title, other.title)
    // A song of a live album need not say so itself.
    let missing = first.version.subtracting(second.all.union(other.album.all))
      .union(second.version.subtracting(first.all.union(one.album.all)))
    if !missing.isEmpty {
      sink.add(.version, Weights.Song.version, Int(missing.rawValue))
    } else if !first.version.isEmpty, !second.version.isEmpty, pool.equal(first.core, second.core),
      !pool.equal(pool.full(first), pool.full(second)), pool.likenessOfEndings(first, second) < 60
    {
      sink.add(.versionName, Weights.Song.versionName)
    }
  }
}
