import MusicModel

/// Scores whether two albums belong to one release group, whatever their editions.
struct AlbumComparison {
  let one: AlbumFeatures
  let other: AlbumFeatures
  let arena: NameArena

  func score<Sink: EvidenceSink>(into sink: inout Sink) {
    guard !one.title.isUnknown, !other.title.isUnknown else { return }
    let similarity = arena.similarity(one.title.core, other.title.core)
    sink.add(.title, Weights.points(similarity, Weights.Album.title), similarity)
    guard similarity >= 65 else { return }
    scoreTitles(similarity, into: &sink)
    scoreKinds(into: &sink)
    scoreArtists(into: &sink)
    scoreDates(into: &sink)
    scoreTrackCounts(into: &sink)
  }

  private func scoreTitles<Sink: EvidenceSink>(_ similarity: Int, into sink: inout Sink) {
    let (first, second) = (one.title, other.title)
    if first.numbers != second.numbers { sink.add(.numbers, Weights.Album.numbers) }
    let versions = first.version.subtracting(second.all)
      .union(second.version.subtracting(first.all))
    if !versions.isEmpty {
      sink.add(.version, Weights.Album.version, Int(versions.rawValue))
    } else if !first.version.isEmpty, !second.version.isEmpty,
      !arena.equal(arena.full(first), arena.full(second))
    {
      // "Live in Paris" is not "Live in Rome".
      if arena.similarityOfEndings(first, second) < 60 {
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

  /// Whether an artist may have several release groups with this title.
  private var isGeneral: Bool {
    [one, other].contains { album in
      album.title.marks.contains(.generic) || arena.equal(album.title.core, album.artist.name)
    }
  }

  private var haveEditions: Bool {
    one.title.marks.contains(.edition) || other.title.marks.contains(.edition)
  }

  private var haveNearDates: Bool {
    guard let first = one.date?.year, let second = other.date?.year else { return false }
    return abs(first - second) <= 1
  }

  private func scoreKinds<Sink: EvidenceSink>(into sink: inout Sink) {
    guard one.kind != other.kind else { return }
    guard let first = one.kind, let second = other.kind else {
      let kind = one.kind ?? other.kind
      let isShort = kind == .single || kind == .ep
      // A source that marks one of its albums as a single marks all of them.
      if isShort {
        let isOneSource = one.source == other.source
        sink.add(
          .releaseGroupKind,
          isOneSource ? Weights.Album.releaseGroupKind : Weights.Album.unmarkedKind
        )
      }
      return
    }
    // Few sources mark live albums, remixes and demos; it suffices if the title also says so.
    let words = one.title.all.union(other.title.all)
    let versions = [first.version, second.version].compactMap { $0 }
    if versions.contains(where: words.contains) { return }
    let mayBeUnmarked =
      !versions.isEmpty && (first == .album || second == .album) && one.source != other.source
    sink.add(
      .releaseGroupKind,
      mayBeUnmarked ? Weights.Album.unmarkedVersion : Weights.Album.releaseGroupKind
    )
  }

  private func scoreArtists<Sink: EvidenceSink>(into sink: inout Sink) {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return }
    if first.isVarious || second.isVarious {
      let both = first.isVarious && second.isVarious
      return sink.add(.various, both ? Weights.Album.bothVarious : Weights.Album.oneVarious)
    }
    if let id = one.artistID, let otherID = other.artistID, id.isComparable(to: otherID) {
      let same = id == otherID
      if same { return sink.add(.artist, Weights.Album.artistID, 100) }
      if !arena.shareMember(first, second) {
        return sink.add(.artist, Weights.Album.otherArtistID, 0)
      }
    }
    let similarity = arena.similarity(first.name, second.name)
    if similarity < 80, arena.shareMember(first, second) {
      sink.add(.guests, Weights.Album.sharedArtist)
    } else if similarity < 80, one.isSoundtrack, other.isSoundtrack {
      // One source credits the composer, another the first singer.
      sink.add(.various, Weights.Album.oneVarious)
    } else if similarity >= 80 || arena.areComparable(first.name, second.name) {
      sink.add(.artist, Weights.points(similarity, Weights.Album.artist), similarity)
    }
  }

  private func scoreDates<Sink: EvidenceSink>(into sink: inout Sink) {
    guard let first = one.date, let second = other.date else { return }
    let difference = abs(first.year - second.year)
    switch difference {
    case 0: sink.add(.year, Weights.Album.sameYear, 0)
    case 1: sink.add(.year, Weights.Album.nearYear, 1)
    default: sink.add(.year, haveEditions ? 0 : Weights.Album.otherYear, difference)
    }
  }

  private func scoreTrackCounts<Sink: EvidenceSink>(into sink: inout Sink) {
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
