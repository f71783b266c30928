import MusicModel

/// What a record tells of the edition that it is of.
struct Edition {
  /// The words of the edition, in any order; 0 where none is named.
  private let words: UInt64
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

  /// Compared member by member, smaller first: as published, without additions, whole, early.
  var precedence: [Int] {
    [isClean ? 1 : 0, words == 0 ? 0 : 1, date?.order ?? Int.max, trackCount ?? Int.max]
  }

  /// Whether both may be one edition.
  func mayBe(_ other: Edition) -> Bool {
    if ids.contains(where: other.ids.contains) { return true }
    let isToldApart = ids.contains { id in
      other.ids.contains { $0.namespace == id.namespace && $0.type == id.type }
    }
    if isToldApart || words != other.words || isClean != other.isClean { return false }
    if let explicit, let told = other.explicit, explicit != told { return false }
    guard let trackCount, let count = other.trackCount else { return true }
    return trackCount == count
  }
}
