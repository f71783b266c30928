import MusicModel

/// What of an album is compared.
struct AlbumProfile: Profile {
  typealias Whole = Album

  var title: Title
  var artist: Credit
  var artistID: OwnerID?
  var date: PartialDate?
  var trackCount: Int
  /// What the source calls it, or its title: single, live, …; nothing for a plain album.
  var kind: WorkKind?
  var isSoundtrack: Bool
  var source: Int

  init(_ album: Album, source: Int, _ reader: inout ProfileReader) {
    title = reader.title(album.title)
    artist = reader.credit(album.artist?.name)
    artistID = OwnerID(album.artist)
    if let id = album.artist?.id, Placeholders.variousIDs.contains(id) { artist.isVarious = true }
    date = album.releaseDate
    trackCount = album.trackCount.plausible(1...9_999)
    isSoundtrack = album.albumKind == .soundtrack || title.marks.contains(.soundtrack)
    kind = AlbumProfile.kind(of: album.albumKind, title.marks)
    self.source = source
  }

  /// A kind that is another work than a plain album, or that a source tells expressly.
  enum WorkKind: UInt8 {
    case album, single, ep, live, remix, demo, karaoke, tribute
  }

  private static let kinds: [AlbumKind: WorkKind] = [
    .album: .album, .single: .single, .ep: .ep, .live: .live, .remix: .remix, .demo: .demo,
    .karaoke: .karaoke, .tribute: .tribute,
  ]

  /// Compilations and soundtracks are told as albums by many.
  private static func kind(of told: AlbumKind?, _ marks: Title.Marks) -> WorkKind? {
    if marks.contains(.ep) { return .ep }
    if marks.contains(.single) { return .single }
    return told.flatMap { kinds[$0] }
  }

  static func weigh<Sink: EvidenceSink>(
    _ one: AlbumProfile,
    _ other: AlbumProfile,
    _ pool: NamePool,
    into sink: inout Sink
  ) {
    AlbumComparison(one: one, other: other, pool: pool).weigh(into: &sink)
  }

  /// The title or its beginning, with the artist or without one: compilations and soundtracks are
  /// ascribed to anybody.
  func forEachKey(_ pool: NamePool, _ body: (UInt64) -> Void) {
    guard !title.isUnknown else { return }
    body(StableHash.combine(1, title.core.hash))
    guard !artist.isUnknown else { return }
    let start = pool.prefix(title.core, 5)
    let end = pool.suffix(title.core, 5)
    body(StableHash.combine(2 &+ start, pool.prefix(artist.name, 5)))
    body(StableHash.combine(3 &+ end, pool.suffix(artist.name, 5)))
  }
}
