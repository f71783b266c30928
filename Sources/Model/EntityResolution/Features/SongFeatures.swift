import MusicModel

/// The compared features of a song.
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

  init(_ song: SongFacts, source: Int, _ extractor: inout FeatureExtractor) {
    outline.year = song.year ?? 0
    disc = song.discNumber.plausible(1...999)
    self.source = source
    if let slipped = ShiftedColumns(song) {
      outline.artist = extractor.credit(slipped.artist)
      outline.durationMs = slipped.durationMs
      outline.track = slipped.track
      return
    }
    title = extractor.title(song.title)
    // A title that is only the track number ("Track 7") is not a title.
    if let number = Int(song.title), number == song.trackNumber { title = ParsedTitle() }
    outline.artist = extractor.credit(song.artist?.name)
    if let album = song.album { self.album = extractor.title(album) }
    outline.artistID = CreditedArtistID(song.artist)
    outline.durationMs = song.durationMs.plausible(1...86_400_000)
    outline.track = song.trackNumber.plausible(1...9_999)
  }

  static var minPossibleMatch: Int { Weights.Song.hint }
  static var usualKeys: Int { 9 }

  static func score<Sink: EvidenceSink>(
    _ one: SongFeatures,
    _ other: SongFeatures,
    _ arena: NameArena,
    into sink: inout Sink
  ) {
    SongComparison(one: one, other: other, arena: arena).score(into: &sink)
  }

  static func cannotMatch(
    _ one: SongFeatures,
    _ other: SongFeatures,
    _ arena: NameArena,
    closely: Bool
  ) -> Bool {
    SongPrefilter(one: one.outline, other: other.outline, arena: arena).cannotMatch
      || (closely && SongComparison(one: one, other: other, arena: arena).cannotMatch)
  }
}

extension SongFeatures {
  /// The number of letters of a name's prefix or suffix in a key. It distinguishes songs, and a
  /// typo seldom hits both ends.
  private static let letters = 6
  /// Many names of artists and many titles end alike: "Orchestra", "Blues".
  private static let ending = 10
  /// Combined with the end of the title. Albums contain more typos than titles, so fewer letters are better.
  private static let albumLetters = 4
  /// Albums of a series end alike: "Volume 2", "(disc 1)".
  private static let albumEnding = 8

  var lacksKeys: Bool {
    title.isUnknown || artist.isUnknown || album.isUnknown || title.marks.contains(.symbols)
  }

  /// Calls `body` with pairs of features, because two records of a song agree exactly in at least
  /// two. These are prefix or suffix of title, artist or album, length in seconds, position on the
  /// album.
  func forEachKey(_ arena: NameArena, _ body: (UInt64) -> Void) {
    let titleStart = arena.prefix(title.core, SongFeatures.letters)
    if !title.isUnknown {
      if !artist.isUnknown {
        key(1, titleStart, arena.prefix(artist.name, SongFeatures.letters), body)
      }
      if !album.isUnknown {
        let titleEnd = arena.suffix(title.core, SongFeatures.ending)
        key(2, titleEnd, arena.prefix(album.core, SongFeatures.albumLetters), body)
      }
      if track > 0 { key(3, titleStart, UInt64(track), body) }
    }
    if !artist.isUnknown {
      let artistEnd = arena.suffix(artist.name, SongFeatures.ending)
      forEachSecond { key(4, artistEnd, $0, body) }
      if track > 0 { key(5, artist.name.hash, UInt64(track), body) }
    }
    if !album.isUnknown {
      forEachSecond { key(6, album.core.hash, $0, body) }
      if track > 0 {
        key(7, arena.suffix(album.core, SongFeatures.albumEnding), UInt64(track), body)
      }
      if durationMs == 0, track == 0 { key(8, artist.name.hash, album.core.hash, body) }
    }
  }

  /// Numbers alone, and the prefix of the title with the length.
  func forEachWeakKey(_ arena: NameArena, _ body: (UInt64) -> Void) {
    let titleStart = arena.prefix(title.core, SongFeatures.letters)
    forEachSecond { second in
      if !title.isUnknown { key(9, titleStart, second, body) }
      if track > 0, year > 0 { key(10, second, UInt64(track * 10_000 + year), body) }
    }
  }

  private func key(_ kind: UInt64, _ first: UInt64, _ second: UInt64, _ body: (UInt64) -> Void) {
    body(StableHash.combine(kind &+ first, second))
  }

  /// Calls `body` with the length in seconds, truncated and rounded: sources do either.
  private func forEachSecond(_ body: (UInt64) -> Void) {
    guard durationMs > 0 else { return }
    let (cut, rounded) = (durationMs / 1_000, (durationMs + 500) / 1_000)
    body(UInt64(cut))
    if rounded != cut { body(UInt64(rounded)) }
  }
}
