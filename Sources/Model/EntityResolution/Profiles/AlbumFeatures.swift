import MusicModel

/// What of an album is compared.
struct AlbumFeatures: MatchFeatures {
  typealias Whole = Album

  var title: ParsedTitle
  var artist: ArtistCredit
  var artistID: CreditedArtistID?
  var date: PartialDate?
  var trackCount: Int
  /// What the source calls it, or its title: single, live, …; nothing for a plain album.
  var kind: ReleaseGroupKind?
  var isSoundtrack: Bool
  var source: Int

  init(_ album: Album, source: Int, _ reader: inout FeatureExtractor) {
    title = reader.title(album.title)
    artist = reader.credit(album.artist?.name)
    artistID = CreditedArtistID(album.artist)
    if let id = album.artist?.id, Placeholders.variousIDs.contains(id) { artist.isVarious = true }
    date = album.releaseDate
    trackCount = album.trackCount.plausible(1...9_999)
    isSoundtrack = album.albumKind == .soundtrack || title.marks.contains(.soundtrack)
    kind = AlbumFeatures.kind(of: album.albumKind, title.marks)
    self.source = source
  }

  /// A kind that is another work than a plain album, or that a source tells expressly.
  enum ReleaseGroupKind: UInt8 {
    case album, single, ep, live, remix, demo, karaoke, tribute
  }

  private static let kinds: [AlbumKind: ReleaseGroupKind] = [
    .album: .album, .single: .single, .ep: .ep, .live: .live, .remix: .remix, .demo: .demo,
    .karaoke: .karaoke, .tribute: .tribute,
  ]

  /// Compilations and soundtracks are told as albums by many.
  private static func kind(of told: AlbumKind?, _ marks: ParsedTitle.Marks) -> ReleaseGroupKind? {
    if marks.contains(.ep) { return .ep }
    if marks.contains(.single) { return .single }
    return told.flatMap { kinds[$0] }
  }

  static func weigh<Sink: EvidenceSink>(
    _ one: AlbumFeatures,
    _ other: AlbumFeatures,
    _ pool: NameArena,
    into sink: inout Sink
  ) {
    AlbumComparison(one: one, other: other, pool: pool).weigh(into: &sink)
  }

  /// The title or its beginning, with the artist or without one: compilations and soundtracks are
  /// ascribed to anybody.
  func forEachKey(_ pool: NameArena, _ body: (UInt64) -> Void) {
    guard !title.isUnknown else { return }
    body(StableHash.combine(1, title.core.hash))
    guard !artist.isUnknown else { return }
    let start = pool.prefix(title.core, 5)
    let end = pool.suffix(title.core, 5)
    body(StableHash.combine(2 &+ start, pool.prefix(artist.name, 5)))
    body(StableHash.combine(3 &+ end, pool.suffix(artist.name, 5)))
  }
}
