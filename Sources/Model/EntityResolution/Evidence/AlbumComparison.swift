import MusicModel

/// Weighs whether two albums are one work, in whatever edition.
struct AlbumComparison {
  let one: AlbumFeatures
  let other: AlbumFeatures
  let pool: NameArena

  func weigh<Sink: EvidenceSink>(into sink: inout Sink) {
    guard !one.title.isUnknown, !other.title.isUnknown else { return }
    let likeness = pool.likeness(one.title.core, other.title.core)
    sink.add(.title, Weights.points(likeness, Weights.Album.title), likeness)
    guard likeness >= 65 else { return }
    weighTitles(likeness, into: &sink)
    weighKinds(into: &sink)
    weighArtists(into: &sink)
    weighDates(into: &sink)
    weighTrackCounts(into: &sink)
  }

  private func weighTitles<Sink: EvidenceSink>(_ likeness: Int, into sink: inout Sink) {
    let (first, second) = (one.title, other.title)
    if first.numbers != second.numbers { sink.add(.numbers, Weights.Album.numbers) }
    let versions = first.version.subtracting(second.all)
      .union(second.version.subtracting(first.all))
    if !versions.isEmpty {
      sink.add(.version, Weights.Album.version, Int(versions.rawValue))
    } else if !first.version.isEmpty, !second.version.isEmpty,
      !pool.equal(pool.full(first), pool.full(second))
    {
      // "Live in Paris" is not "Live in Rome".
      if pool.likenessOfEndings(first, second) < 60 {
        sink.add(.versionName, Weights.Album.version)
      }
    }
    if isGeneral {
      sink.add(.titleAlone, Weights.Album.genericTitle)
      if one.source == other.source, !haveNearDates, !haveEditions {
        sink.add(.source, Weights.Album.sameSourceGeneric)
      }
    }
  }

  /// Whether an artist may well have several works of this title.
  private var isGeneral: Bool {
    [one, other].contains { album in
      album.title.marks.contains(.generic) || pool.equal(album.title.core, album.artist.name)
    }
  }

  private var haveEditions: Bool {
    one.title.marks.contains(.edition) || other.title.marks.contains(.edition)
  }

  private var haveNearDates: Bool {
    guard let first = one.date?.year, let second = other.date?.year else { return false }
    return abs(first - second) <= 1
  }

  private func weighKinds<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.kind != other.kind else { return }
    guard let first = one.kind, let second = other.kind else {
      let told = one.kind ?? other.kind
      let isShort = told == .single || told == .ep
      // A source that tells of one of its albums that it is a single tells it of all.
      if isShort {
        let isOneSource = one.source == other.source
        sink.add(.workKind, isOneSource ? Weights.Album.workKind : Weights.Album.untoldKind)
      }
      return
    }
    // Few sources tell live albums from others; where the title says it too, that is enough.
    let versions = one.title.all.union(other.title.all)
    let isLive = first == .live || second == .live
    if isLive, versions.contains(.live) { return }
    let mayBeUntold = isLive && (first == .album || second == .album) && one.source != other.source
    sink.add(.workKind, mayBeUntold ? Weights.Album.untoldLive : Weights.Album.workKind)
  }

  private func weighArtists<Sink: EvidenceSink>(into sink: inout Sink) {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return }
    if first.isVarious || second.isVarious {
      let both = first.isVarious && second.isVarious
      return sink.add(.various, both ? Weights.Album.bothVarious : Weights.Album.oneVarious)
    }
    if let id = one.artistID, let otherID = other.artistID, id.isComparable(to: otherID) {
      let same = id == otherID
      if same { return sink.add(.artist, Weights.Album.artistID, 100) }
      if !pool.shareMember(first, second) {
        return sink.add(.artist, Weights.Album.otherArtistID, 0)
      }
    }
    let likeness = pool.likeness(first.name, second.name)
    if likeness < 80, pool.shareMember(first, second) {
      sink.add(.guests, Weights.Album.sharedArtist)
    } else if likeness < 80, one.isSoundtrack, other.isSoundtrack {
      // One source names the composer, another the first singer.
      sink.add(.various, Weights.Album.oneVarious)
    } else {
      sink.add(.artist, Weights.points(likeness, Weights.Album.artist), likeness)
    }
  }

  private func weighDates<Sink: EvidenceSink>(into sink: inout Sink) {
    guard let first = one.date, let second = other.date else { return }
    let difference = abs(first.year - second.year)
    switch difference {
    case 0: sink.add(.year, Weights.Album.sameYear, 0)
    case 1: sink.add(.year, Weights.Album.nearYear, 1)
    default: sink.add(.year, haveEditions ? 0 : Weights.Album.otherYear, difference)
    }
  }

  private func weighTrackCounts<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.trackCount > 0, other.trackCount > 0 else { return }
    let (fewer, more) = (
      min(one.trackCount, other.trackCount), max(one.trackCount, other.trackCount)
    )
    if fewer == more {
      sink.add(.trackCount, Weights.Album.sameTrackCount)
    } else if fewer <= 3, more >= 7 {
      sink.add(.trackCount, Weights.Album.singleAgainstAlbum)
    } else if !haveEditions {
      sink.add(.trackCount, Weights.Album.otherTrackCount)
    }
  }
}
