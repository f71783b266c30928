import MusicModel

/// The compared features of an artist.
struct ArtistFeatures: MatchFeatures {
  typealias Whole = Artist

  var name: ArtistCredit
  var genres: Genres
  var country: Country?
  var formedYear: Int
  var disbandedYear: Int
  var bornYear: Int
  /// The albums known to the caller, as hashes of their titles in ``NameArena``.
  var albums: Range<Int32>

  init(_ artist: Artist, _ extractor: inout FeatureExtractor) {
    name = extractor.credit(artist.name)
    name.isVarious = name.isVarious || artist.ids.contains(where: Placeholders.variousIDs.contains)
    genres = Genres(artist.genres)
    country = artist.country.flatMap(Country.init)
    formedYear = artist.formedYear.plausible(1...9_999)
    disbandedYear = artist.disbandedYear.plausible(1...9_999)
    bornYear = artist.bornYear.plausible(1...9_999)
    albums = extractor.addAlbums(of: artist.ids)
  }

  /// "Various Artists" is not an artist whose ids could be compared.
  var idsAreMeaningless: Bool { name.isVarious }

  static func score<Sink: EvidenceSink>(
    _ one: ArtistFeatures,
    _ other: ArtistFeatures,
    _ arena: NameArena,
    into sink: inout Sink
  ) {
    if one.name.isVarious, other.name.isVarious {
      return sink.add(.various, Weights.same)
    }
    guard !one.name.isUnknown, !other.name.isUnknown else { return }
    let similarity = arena.similarity(one.name.name, other.name.name)
    sink.add(.name, Weights.points(similarity, Weights.Artist.name), similarity)
    guard similarity >= 80 || (!one.albums.isEmpty && !other.albums.isEmpty) else { return }
    scoreAlbums(one, other, arena, into: &sink)
    scoreYears(one, other, into: &sink)
    switch one.genres.relation(to: other.genres) {
    case .shared: sink.add(.genres, Weights.Artist.sameGenre)
    case .far: sink.add(.genres, Weights.Artist.farGenre)
    case .unknown: break
    }
    if let first = one.country, let second = other.country {
      let same = first == second
      sink.add(.country, same ? Weights.Artist.sameCountry : Weights.Artist.otherCountry)
    }
  }

  private static func scoreAlbums<Sink: EvidenceSink>(
    _ one: ArtistFeatures,
    _ other: ArtistFeatures,
    _ arena: NameArena,
    into sink: inout Sink
  ) {
    let fewer = min(one.albums.count, other.albums.count)
    guard fewer > 0 else { return }
    let common = arena.members(one.albums).count { arena.members(other.albums).contains($0) }
    // Of many albums two must be shared, of one or two a single one.
    if common >= min(2, fewer) {
      sink.add(.albumsInCommon, Weights.Artist.albumsInCommon, common * 1_000 + fewer)
    } else if common == 0, fewer >= 3 {
      sink.add(.albumsInCommon, Weights.Artist.noAlbumInCommon, fewer)
    }
  }

  private static func scoreYears<Sink: EvidenceSink>(
    _ one: ArtistFeatures,
    _ other: ArtistFeatures,
    into sink: inout Sink
  ) {
    let areFormed = one.formedYear > 0 && other.formedYear > 0
    let (first, second) =
      areFormed ? (one.formedYear, other.formedYear) : (one.bornYear, other.bornYear)
    if first > 0, second > 0 {
      let difference = abs(first - second)
      let points =
        switch difference {
        case 0: Weights.Artist.sameYear
        case 1...2: Weights.Artist.nearYear
        case 3...9: Weights.Artist.otherYear
        default: Weights.Artist.farYear
        }
      sink.add(areFormed ? .formedYear : .bornYear, points, difference)
    }
    if one.disbandedYear > 0, other.disbandedYear > 0 {
      let difference = abs(one.disbandedYear - other.disbandedYear)
      let same = difference <= 1
      sink.add(
        .disbandedYear,
        same ? Weights.Artist.nearYear : Weights.Artist.otherYear,
        difference
      )
    }
  }

  func forEachKey(_ arena: NameArena, _ body: (UInt64) -> Void) {
    guard !name.isUnknown else { return }
    if name.isVarious { return body(1) }
    body(StableHash.combine(2, name.name.hash))
    body(StableHash.combine(3, name.name.words))
    body(StableHash.combine(4 &+ arena.prefix(name.name, 4), arena.suffix(name.name, 4)))
  }
}
