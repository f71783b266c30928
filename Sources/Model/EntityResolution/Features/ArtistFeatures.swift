import MusicModel

/// The compared features of an artist. A year of 0 is unknown.
struct ArtistFeatures: Hashable, Sendable {
  let name: ArtistCredit
  /// Whether it is "Various Artists", by its name or an id.
  let isVarious: Bool
  let genres: Genres
  let country: Country?
  let formedYear: Int
  let disbandedYear: Int
  let bornYear: Int

  init(_ artist: Artist, _ names: NameReader) {
    name = names.credit(artist.name)
    isVarious = name.isVarious || artist.ids.contains(where: Placeholders.variousIDs.contains)
    genres = Genres(artist.genres)
    country = artist.country.flatMap(Country.init)
    formedYear = artist.formedYear.plausible(1...9_999)
    disbandedYear = artist.disbandedYear.plausible(1...9_999)
    bornYear = artist.bornYear.plausible(1...9_999)
  }

  /// The name, its words in any order, and its start and end, because a typo seldom hits both.
  var keys: [BlockingKey] {
    if isVarious { return [.features(.variousArtists, "", "")] }
    if name.isUnknown { return [] }
    let whole = name.name
    return [
      .features(.artistName, whole.text, ""),
      .features(.artistWords, whole.words.sorted().joined(separator: " "), ""),
      .features(.artistEnds, whole.prefix(4), whole.suffix(4)),
    ]
  }
}
