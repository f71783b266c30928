import MusicModel

/// What of a song is compared.
struct SongFeatures: MatchFeatures {
  typealias Whole = Song

  var outline = SongSummary()
  @Packed<Int16> var disc = 0
  var title = ParsedTitle()
  @Packed<Int32> var source = 0
  var album = ParsedTitle()

  var artist: ArtistCredit { outline.artist }
  var durationMs: Int { outline.durationMs }
  var track: Int { outline.track }
  var year: Int { outline.year }

  init(_ song: SongFacts, source: Int, _ reader: inout FeatureExtractor) {
    outline.year = song.year ?? 0
    disc = song.discNumber.plausible(1...999)
    self.source = source
    if let slipped = ShiftedColumns(song) {
      outline.artist = reader.credit(slipped.artist)
      outline.durationMs = slipped.durationMs
      outline.track = slipped.track
      return
    }
    title = reader.title(song.title)
    // "Track 7" by another name: a title that is just the number is none.
    if let number = Int(song.title), number == song.trackNumber { title = ParsedTitle() }
    outline.artist = reader.credit(song.artist?.name)
    if let album = song.album { self.album = reader.title(album) }
    outline.artistID = CreditedArtistID(song.artist)
    outline.durationMs = song.durationMs.plausible(1...86_400_000)
    outline.track = song.trackNumber.plausible(1...9_999)
  }

  static var hintMin: Int { Weights.Song.hint }

  static func weigh<Sink: EvidenceSink>(
    _ one: SongFeatures,
    _ other: SongFeatures,
    _ pool: NameArena,
    into sink: inout Sink
  ) {
    SongComparison(one: one, other: other, pool: pool).weigh(into: &sink)
  }

  static func areOutOfReach(
    _ one: SongFeatures,
    _ other: SongFeatures,
    _ pool: NameArena,
    closely: Bool
  ) -> Bool {
    SongPrefilter(one: one.outline, other: other.outline, pool: pool).isOutOfReach
      || (closely && SongComparison(one: one, other: other, pool: pool).isOutOfReach)
  }
}

extension SongFeatures {
  /// How many letters of a name's beginning or end make a key: long enough to tell songs apart,
  /// short enough that a typing error seldom falls into both ends.
  private static let letters = 6
  /// Names of many artists end alike, and many titles: "Orchestra", "Blues".
  private static let ending = 10
  /// With the ending of the title. Albums are mistyped more often than titles, so the less of them the
  /// better.
  private static let albumLetters = 4
  /// Albums of one series end alike: "Volume 2", "(disc 1)".
  private static let albumEnding = 8

  var lacksKeys: Bool {
    title.isUnknown || artist.isUnknown || album.isUnknown || title.marks.contains(.symbols)
  }

  /// Two records of one song agree exactly in two things at least, however badly one is typed: the
  /// beginning or end of title, artist or album, the length in seconds, the place on the album.
  func forEachKey(_ pool: NameArena, _ body: (UInt64) -> Void) {
    let titleStart = pool.prefix(title.core, SongFeatures.letters)
    if !title.isUnknown {
      if !artist.isUnknown {
        key(1, titleStart, pool.prefix(artist.name, SongFeatures.letters), body)
      }
      if !album.isUnknown {
        let titleEnd = pool.suffix(title.core, SongFeatures.ending)
        key(2, titleEnd, pool.prefix(album.core, SongFeatures.albumLetters), body)
      }
      if track > 0 { key(3, titleStart, UInt64(track), body) }
    }
    if !artist.isUnknown {
      let artistEnd = pool.suffix(artist.name, SongFeatures.ending)
      forEachSecond { key(4, artistEnd, $0, body) }
      if track > 0 { key(5, artist.name.hash, UInt64(track), body) }
    }
    if !album.isUnknown {
      forEachSecond { key(6, album.core.hash, $0, body) }
      if track > 0 {
        key(7, pool.suffix(album.core, SongFeatures.albumEnding), UInt64(track), body)
      }
      if durationMs == 0, track == 0 { key(8, artist.name.hash, album.core.hash, body) }
    }
  }

  /// Numbers alone, and the title's beginning with the length.
  func forEachWeakKey(_ pool: NameArena, _ body: (UInt64) -> Void) {
    let titleStart = pool.prefix(title.core, SongFeatures.letters)
    forEachSecond { second in
      if !title.isUnknown { key(9, titleStart, second, body) }
      if track > 0, year > 0 { key(10, second, UInt64(track * 10_000 + year), body) }
    }
  }

  private func key(_ kind: UInt64, _ first: UInt64, _ second: UInt64, _ body: (UInt64) -> Void) {
    body(StableHash.combine(kind &+ first, second))
  }

  /// The length in seconds, cut off and rounded: sources do either.
  private func forEachSecond(_ body: (UInt64) -> Void) {
    guard durationMs > 0 else { return }
    let (cut, rounded) = (durationMs / 1_000, (durationMs + 500) / 1_000)
    body(UInt64(cut))
    if rounded != cut { body(UInt64(rounded)) }
  }
}
