import MusicModel

/// What of an album is compared.
struct AlbumProfile: Profile {
  typealias Whole = Album

  var title: Title
  var artist: Credit
  var artistID: EntityID?
  var date: PartialDate?
  var trackCount: Int
  /// What the source calls it, or its title: single, live, …; nothing for a plain album.
  var kind: AlbumKind?
  var isCompilation: Bool
  var isSoundtrack: Bool
  var source: Int

  init(_ album: Album, source: Int, _ reader: inout ProfileReader) {
    title = reader.title(album.title)
    artist = reader.credit(album.artist?.name)
    artistID = album.artist?.id
    if let id = artistID, Placeholders.variousIDs.contains(id) { artist.isVarious = true }
    date = album.releaseDate
    trackCount = album.trackCount ?? 0
    isCompilation = album.albumKind == .compilation || artist.isVarious
    isSoundtrack = album.albumKind == .soundtrack || title.marks.contains(.soundtrack)
    kind = AlbumProfile.kind(of: album.albumKind, title.marks)
    self.source = source
  }

  /// Of the kinds only those count that are another work where they differ.
  private static func kind(of told: AlbumKind?, _ marks: Title.Marks) -> AlbumKind? {
    if marks.contains(.ep) { return .ep }
    if marks.contains(.single) { return .single }
    return told == .compilation || told == .soundtrack ? nil : told
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
