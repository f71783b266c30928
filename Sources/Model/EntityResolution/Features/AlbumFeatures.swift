import MusicModel

/// The compared features of an album.
struct AlbumFeatures: Hashable, Sendable {
  let title: ParsedTitle
  let artist: ArtistCredit
  let artistID: EntityID?
  /// The entity that the artist is known to be, which may have ids of several sources.
  let knownArtist: EntityID?
  /// Whether the artist is "Various Artists", by name or id.
  let isVarious: Bool
  let year: Int?
  /// 0 if unknown.
  let trackCount: Int
  /// The kind according to the source or the title: single, live, …; `nil` for a plain album.
  let kind: ReleaseGroupKind?
  let isSoundtrack: Bool
  let disambiguation: Disambiguation
  let source: ProviderID

  init(
    _ album: Album,
    from source: ProviderID,
    _ names: NameReader,
    _ links: KnownLinks = .none
  ) {
    title = names.title(album.title)
    artist = names.credit(album.artist?.name)
    artistID = album.artist?.id
    knownArtist = links.artist(artistID)
    isVarious = artist.isVarious || artistID.map(Placeholders.variousIDs.contains) ?? false
    year = album.releaseDate?.year
    trackCount = album.trackCount.plausible(1...9_999)
    isSoundtrack = album.albumKind == .soundtrack || title.marks.contains(.soundtrack)
    kind = AlbumFeatures.kind(of: album.albumKind, title.marks)
    disambiguation = Disambiguation(album.disambiguation, names)
    self.source = source
  }

  /// Whether another source's note on an album that bears the artist's name contains this title: "The Wedding Album".
  func isNoted(by other: AlbumFeatures) -> Bool {
    other.title.core.text == other.artist.name.text
      && other.disambiguation.contains(title, by: artist)
  }

  /// Whether its title or credit names the guests in another title.
  func hasAllGuests(of other: AlbumFeatures) -> Bool {
    other.title.guests.isSubset(of: title.guests.union(artist.guests).union(artist.name.words))
  }

  /// The versions that its title names, and neither title, kind nor note of another album. A new mix of a year is an edition.
  func versions(besides other: AlbumFeatures) -> VersionWords {
    let versions = title.versions(besides: other.title).subtracting(other.kind?.version ?? [])
    return title.isOfYear || other.disambiguation.fits(title.ending) ? [] : versions
  }

  /// A kind that makes another release group than a plain album, or that a source states explicitly.
  enum ReleaseGroupKind {
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

  /// The title or its start and end, with and without the artist, because credits of compilations vary.
  var keys: [BlockingKey] {
    if title.isUnknown { return [] }
    var keys = [BlockingKey.features(.albumTitle, title.core.text, "")]
    if title.core.text == artist.name.text {
      keys += disambiguation.keys.map { .features(.albumTitle, $0, "") }
    }
    if !artist.isUnknown {
      // "ABBA Gold" is "Gold" by ABBA.
      if artist.name.begins(title.core) {
        let own = title.core.words.dropFirst(artist.name.words.count)
        keys.append(.features(.albumTitle, own.joined(), ""))
      }
      keys += [
        .features(.albumStart, title.core.prefix(5), artist.name.prefix(5)),
        .features(.albumEnd, title.core.suffix(5), artist.name.suffix(5)),
      ]
    }
    // Sources describe works and compilations in different words: the longest ones, with the numbers.
    if isVarious || isSoundtrack || artist.members.count > 1 || !title.segments.isEmpty
      || !title.catalogue.isEmpty
      || !title.numbers.isEmpty
    {
      let longest = Set(title.core.words).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
      keys += longest.prefix(4).map {
        .features(.albumWord, $0, title.numbers.joined(separator: " "))
      }
    }
    return keys
  }
}
