import MusicModel

/// The compared features of an album.
struct AlbumFeatures: MatchFeatures {
  typealias Whole = Album

  var title: ParsedTitle
  var artist: ArtistCredit
  var artistID: CreditedArtistID?
  var date: PartialDate?
  var trackCount: Int
  /// The kind according to the source or the title: single, live, …; `nil` for a plain album.
  var kind: ReleaseGroupKind?
  var isSoundtrack: Bool
  var source: Int

  init(_ album: Album, source: Int, _ extractor: inout FeatureExtractor) {
    title = extractor.title(album.title)
    artist = extractor.credit(album.artist?.name)
    artistID = CreditedArtistID(album.artist)
    if let id = album.artist?.id, Placeholders.variousIDs.contains(id) { artist.isVarious = true }
    date = album.releaseDate
    trackCount = album.trackCount.plausible(1...9_999)
    isSoundtrack = album.albumKind == .soundtrack || title.marks.contains(.soundtrack)
    kind = AlbumFeatures.kind(of: album.albumKind, title.marks)
    self.source = source
  }

  /// A kind that makes another release group than a plain album, or that a source states explicitly.
  enum ReleaseGroupKind: UInt8 {
    case album, single, ep, live, remix, demo, karaoke, tribute

    /// The word for it in a title; `nil` if titles do not state it as a version.
    var version: VersionWords? {
      switch self {
      case .live: .live
      case .remix: .remix
      case .demo: .demo
      case .album, .single, .ep, .karaoke, .tribute: nil
      }
    }
  }

  private static let kinds: [AlbumKind: ReleaseGroupKind] = [
    .album: .album, .single: .single, .ep: .ep, .live: .live, .remix: .remix, .demo: .demo,
    .karaoke: .karaoke, .tribute: .tribute,
  ]

  /// Many sources list compilations and soundtracks as albums.
  private static func kind(of stated: AlbumKind?, _ marks: ParsedTitle.Marks) -> ReleaseGroupKind? {
    if marks.contains(.ep) { return .ep }
    if marks.contains(.single) { return .single }
    return stated.flatMap { kinds[$0] }
  }

  static func score<Sink: EvidenceSink>(
    _ one: AlbumFeatures,
    _ other: AlbumFeatures,
    _ arena: NameArena,
    into sink: inout Sink
  ) {
    AlbumComparison(one: one, other: other, arena: arena).score(into: &sink)
  }

  /// The title or its prefix, with and without the artist, because credits of compilations vary.
  func forEachKey(_ arena: NameArena, _ body: (UInt64) -> Void) {
    guard !title.isUnknown else { return }
    body(StableHash.combine(1, title.core.hash))
    guard !artist.isUnknown else { return }
    let start = arena.prefix(title.core, 5)
    let end = arena.suffix(title.core, 5)
    body(StableHash.combine(2 &+ start, arena.prefix(artist.name, 5)))
    body(StableHash.combine(3 &+ end, arena.suffix(artist.name, 5)))
  }
}
