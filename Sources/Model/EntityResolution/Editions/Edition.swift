import MusicModel

/// The edition that a record belongs to, as far as the record states it.
struct Edition {
  /// The words of the edition in alphabetical order; empty if none is named.
  private let words: [String]
  private let explicit: Bool?
  private let isClean: Bool
  private let trackCount: Int?
  private let ids: [EntityID]
  private let date: PartialDate?

  init(_ album: Album, _ title: ParsedTitle) {
    words = title.edition
    isClean = album.cleaned == true || title.marks.contains(.clean)
    explicit = title.marks.contains(.explicit) ? true : album.explicit
    trackCount = album.trackCount
    ids = album.ids
    date = album.releaseDate
  }

  init(_ song: Song, _ title: ParsedTitle) {
    words = title.edition
    isClean = song.cleaned == true || title.marks.contains(.clean)
    explicit = title.marks.contains(.explicit) ? true : song.explicit
    trackCount = nil
    ids = song.ids
    date = song.releaseDate
  }

  /// The sort key of editions: plain, without additions, complete, early ones first.
  var precedence: (Int, Int, Int, Int) {
    (isClean ? 1 : 0, words.isEmpty ? 0 : 1, date?.order ?? Int.max, trackCount ?? Int.max)
  }

  /// Whether both may be the same edition.
  func mayBe(_ other: Edition) -> Bool {
    if ids.contains(where: other.ids.contains) { return true }
    let isDistinct = ids.contains { id in
      other.ids.contains(where: id.isComparable)
    }
    if isDistinct || words != other.words || isClean != other.isClean { return false }
    if let explicit, let other = other.explicit, explicit != other { return false }
    guard let trackCount, let count = other.trackCount else { return true }
    return trackCount == count
  }
}
