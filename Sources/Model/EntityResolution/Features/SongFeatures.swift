import MusicModel

/// The compared features of a song. A number of 0 is unknown.
struct SongFeatures: Hashable, Sendable {
  let title: ParsedTitle
  let artist: ArtistCredit
  let artistID: EntityID?
  /// The entity that the artist is known to be, which may have ids of several sources.
  let knownArtist: EntityID?
  let album: ParsedTitle
  let durationMs: Int
  let disc: Int
  let track: Int
  let year: Int
  let source: ProviderID?

  init(
    _ song: Song,
    from source: ProviderID?,
    _ names: NameReader,
    _ links: KnownLinks = .none
  ) {
    // A title that is only the track number ("Track 7") is not a title.
    let isNumber = song.trackNumber != nil && Int(song.title) == song.trackNumber
    title = isNumber ? .unknown : SongFeatures.title(song, names)
    artist = names.credit(song.artist?.name)
    artistID = song.artist?.id
    knownArtist = links.artist(artistID)
    album = song.album.map { names.title($0.title) } ?? .unknown
    durationMs = song.durationMs.plausible(1...86_400_000)
    disc = song.discNumber.plausible(1...999)
    track = song.trackNumber.plausible(1...9_999)
    year = song.releaseDate?.year ?? 0
    self.source = source
  }
}

extension SongFeatures {
  /// The title, with the version that a source names only to tell recordings apart: "live, 2016-09-11: Berlin".
  private static func title(_ song: Song, _ names: NameReader) -> ParsedTitle {
    let title = names.title(song.title)
    guard let note = song.disambiguation, title.version.isEmpty else { return title }
    let noted = names.title("\(song.title) (\(note))")
    return noted.version.isEmpty ? title : noted
  }

  /// The words that name guests, in the title or after "feat." in the credit.
  var allGuests: Set<String> { title.guests.union(artist.guests) }

  /// The words that name any artist.
  var allNames: Set<String> { allGuests.union(artist.name.words) }

  /// The number of letters of a name's prefix or suffix in a key. It distinguishes songs, and a
  /// typo seldom hits both ends.
  private static let letters = 6
  /// Many names of artists and many titles end alike: "Orchestra", "Blues".
  private static let ending = 10
  /// Combined with the end of the title. Albums contain more typos than titles, so fewer letters are better.
  private static let albumLetters = 4
  /// Albums of a series end alike: "Volume 2", "(disc 1)".
  private static let albumEnding = 8

  /// Pairs of features, because two records of a song agree exactly in at least two. These are prefix
  /// or suffix of title, artist or album, length in seconds, position on the album.
  var keys: [BlockingKey] {
    var keys: [BlockingKey] = []
    let titleStart = title.core.prefix(SongFeatures.letters)
    let number = String(track)
    if !title.isUnknown {
      if !artist.isUnknown {
        // Credits of several artists begin with any of them, and may omit the others.
        let names = Set(artist.members.prefix(4) + [artist.name.text])
        keys += names.sorted().map { SongFeatures.key(title.core, $0) }
        // "Grease (Summer Nights)"
        if !title.aside.isUnknown { keys.append(SongFeatures.key(title.aside, artist.name.text)) }
      }
      if !album.isUnknown {
        keys.append(
          .features(
            .titleAndAlbum,
            title.core.suffix(SongFeatures.ending),
            album.core.prefix(SongFeatures.albumLetters)
          )
        )
      }
      if track > 0 { keys.append(.features(.titleAndTrack, titleStart, number)) }
    }
    if !artist.isUnknown {
      let end = artist.name.suffix(SongFeatures.ending)
      keys += seconds.map { .features(.artistAndLength, end, $0) }
      if track > 0 { keys.append(.features(.artistAndTrack, artist.name.text, number)) }
    }
    if !album.isUnknown {
      keys += seconds.map { .features(.albumAndLength, album.core.text, $0) }
      if track > 0 {
        let end = album.core.suffix(SongFeatures.albumEnding)
        keys.append(.features(.albumAndTrack, end, number))
      }
      if durationMs == 0, track == 0 {
        keys.append(.features(.artistAndAlbum, artist.name.text, album.core.text))
      }
    }
    if !title.isUnknown { keys += seconds.map { .features(.titleAndLength, titleStart, $0) } }
    if track > 0, year > 0 {
      keys += seconds.map { .features(.numbers, $0, "\(track) \(year)") }
    }
    return keys
  }

  private static func key(_ title: Name, _ artist: String) -> BlockingKey {
    let start = String(decoding: artist.utf8.prefix(letters), as: UTF8.self)
    return .features(.titleAndArtist, title.prefix(letters), start)
  }

  /// The length in seconds, truncated and rounded: sources do either.
  private var seconds: [String] {
    guard durationMs > 0 else { return [] }
    let (cut, rounded) = (durationMs / 1_000, (durationMs + 500) / 1_000)
    return cut == rounded ? ["\(cut)"] : ["\(cut)", "\(rounded)"]
  }
}
