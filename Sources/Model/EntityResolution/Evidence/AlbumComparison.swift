import MusicModel

/// Scores whether two albums belong to one release group, whatever their editions.
struct AlbumComparison {
  let one: AlbumFeatures
  let other: AlbumFeatures

  func score(into evidence: inout Evidence) {
    guard !one.title.isUnknown, !other.title.isUnknown else { return }
    let similarity = one.title.core.similarity(to: other.title.core)
    evidence.add(.title, Weights.points(similarity, Weights.Album.title), similarity)
    guard similarity >= 65 else { return }
    scoreTitles(similarity, into: &evidence)
    scoreKinds(into: &evidence)
    scoreArtists(into: &evidence)
    scoreYears(into: &evidence)
    scoreTrackCounts(into: &evidence)
  }

  private func scoreTitles(_ similarity: Int, into evidence: inout Evidence) {
    let (first, second) = (one.title, other.title)
    if first.numbers != second.numbers { evidence.add(.numbers, Weights.Album.numbers) }
    let versions = first.version.subtracting(second.all)
      .union(second.version.subtracting(first.all))
    if !versions.isEmpty {
      evidence.add(.version, Weights.Album.version, Int(versions.rawValue))
    } else if !first.version.isEmpty, !second.version.isEmpty,
      first.full.text != second.full.text
    {
      // "Live in Paris" is not "Live in Rome".
      if first.ending.similarity(to: second.ending) < 60 {
        evidence.add(.versionName, Weights.Album.version)
      }
    }
    if isGeneral {
      evidence.add(.titleAlone, Weights.Album.genericTitle)
      if one.source == other.source, !haveNearDates, !haveEditions {
        evidence.add(.source, Weights.Album.sameSourceGeneric)
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

  private func scoreArtists(into evidence: inout Evidence) {
    let (first, second) = (one.artist, other.artist)
    guard !first.isUnknown, !second.isUnknown else { return }
    if one.isVarious || other.isVarious {
      let both = one.isVarious && other.isVarious
      return evidence.add(.various, both ? Weights.Album.bothVarious : Weights.Album.oneVarious)
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
      evidence.add(.guests, Weights.Album.sharedArtist)
    } else if similarity < 80, one.isSoundtrack, other.isSoundtrack {
      // One source credits the composer, another the first singer.
      evidence.add(.various, Weights.Album.oneVarious)
    } else if similarity >= 80 || first.name.isComparable(to: second.name) {
      evidence.add(.artist, Weights.points(similarity, Weights.Album.artist), similarity)
    }
  }

  private func scoreYears(into evidence: inout Evidence) {
    guard let first = one.year, let second = other.year else { return }
    let difference = abs(first - second)
    switch difference {
    case 0: evidence.add(.year, Weights.Album.sameYear, 0)
    case 1: evidence.add(.year, Weights.Album.nearYear, 1)
    default: evidence.add(.year, haveEditions ? 0 : Weights.Album.otherYear, difference)
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
