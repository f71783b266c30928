import MusicModel

/// What of a song is compared.
struct SongProfile: Profile {
  typealias Whole = Song

  var title: Title
  var artist: Credit
  var album: Title
  var artistID: EntityID?
  var durationMs: Int
  var track: Int
  var disc: Int
  var year: Int
  var source: Int

  init(_ song: Song, source: Int, _ reader: inout ProfileReader) {
    year = song.releaseDate?.year ?? 0
    disc = song.discNumber ?? 0
    self.source = source
    if let slipped = SlippedColumns(song) {
      title = Title()
      album = Title()
      artist = reader.credit(slipped.artist)
      durationMs = slipped.durationMs
      track = slipped.track
      return
    }
    title = reader.title(song.title)
    // "Track 7" by another name: a title that is just the number is none.
    if let number = Int(song.title), number == song.trackNumber { title = Title() }
    artist = reader.credit(song.artist?.name)
    album = song.album.map { reader.title($0.title) } ?? Title()
    artistID = song.artist?.id
    durationMs = song.durationMs ?? 0
    track = song.trackNumber ?? 0
  }

  static var hintMin: Int { Weights.Song.hint }

  static func weigh<Sink: EvidenceSink>(
    _ one: SongProfile,
    _ other: SongProfile,
    _ pool: NamePool,
    into sink: inout Sink
  ) {
    SongComparison(one: one, other: other, pool: pool).weigh(into: &sink)
  }
}

extension SongProfile {
  /// How many letters of a name's beginning or end make a key: long enough to tell songs apart,
  /// short enough that a typing error seldom falls into both ends.
  private static let titleLetters = 6
  private static let nameLetters = 4

  /// Two records of one song agree exactly in two things at least, however badly one is typed: the
  /// beginning or end of title, artist or album, the length in seconds, the place on the album.
  func forEachKey(_ pool: NamePool, _ body: (UInt64) -> Void) {
    func key(_ kind: UInt64, _ first: UInt64, _ second: UInt64) {
      body(StableHash.combine(kind &+ first, second))
    }
    let titleStart = pool.prefix(title.core, SongProfile.titleLetters)
    let artistEnd = pool.suffix(artist.name, SongProfile.nameLetters)
    let albumStart = pool.prefix(album.core, SongProfile.nameLetters)
    if !title.isUnknown {
      let titleEnd = pool.suffix(title.core, SongProfile.titleLetters)
      if !artist.isUnknown {
        key(1, titleStart, pool.prefix(artist.name, SongProfile.nameLetters))
        //key(2, titleEnd, artistEnd)
      }
      if !album.isUnknown {
        key(3, titleStart, albumStart)
        key(4, titleEnd, albumStart)
      }
    }
    if durationMs == 0, track == 0, !artist.isUnknown, !album.isUnknown {
      key(10, artist.name.hash, album.core.hash)
    }
    if durationMs > 0 {
      forEachSecond { second in
        if !title.isUnknown { key(11, titleStart, second) }
        if !artist.isUnknown { key(5, artistEnd, second) }
        if !album.isUnknown { key(6, album.core.hash, second) }
        if track > 0, year > 0 { key(7, second, UInt64(track * 10_000 + year)) }
      }
    }
    if track > 0 {
      if !artist.isUnknown { key(8, artist.name.hash, UInt64(track)) }
      if !album.isUnknown {
        key(9, pool.suffix(album.core, SongProfile.nameLetters), UInt64(track))
      }
    }
  }

  /// The length in seconds, cut off and rounded: sources do either.
  private func forEachSecond(_ body: (UInt64) -> Void) {
    let (cut, rounded) = (durationMs / 1_000, (durationMs + 500) / 1_000)
    body(UInt64(cut))
    if rounded != cut { body(UInt64(rounded)) }
  }
}
