import EntityResolution
package import MusicModel

/// Recognizes albums that are really new among those that a source lists.
package enum ReleaseFilter {
  /// The maximum age of a new album, in days: sources list some of them late.
  private static let maxAgeDays = 120
  /// The maximum time until an announced album is released, in years.
  private static let maxYearsAhead = 2

  /// Returns the albums of a list that are new, and adds all of them to the history.
  ///
  /// All albums of the first list count as seen, as do those of the first list of a provider.
  /// `earliestDate` is the earliest date that any source has for an album.
  package static func newAlbums(
    in albums: [Album],
    by provider: ProviderID,
    of artist: Artist,
    _ history: inout ReleaseHistory,
    today: PartialDate,
    earliestDate: (Album) -> PartialDate? = { $0.releaseDate }
  ) -> [Album] {
    let isFirst = !history.providers.contains(provider)
    history.providers.insert(provider)
    var found: [Album] = []
    var listed: Set<String> = []
    defer { history.forgetTitles(except: listed) }
    for album in albums {
      let date = earliestDate(album)
      let titles = titles(of: album, by: artist, date)
      defer {
        history.titles.formUnion(titles.own)
        listed.formUnion(titles.own)
      }
      guard !isFirst, history.titles.isDisjoint(with: titles.hiding), isCredited(artist, album),
        let date, isRecent(date, today), !isReissue(album, date)
      else { continue }
      found.append(album)
    }
    return found
  }

  /// The titles under which an album is remembered, and those that show that it is not new.
  ///
  /// They are the title, and the title without edition and version: other editions are not new. A single does not hide the album of its
  /// title, and an album that has the artist's name hides only those of that year.
  static func titles(
    of album: Album,
    by artist: Artist,
    _ date: PartialDate?
  ) -> (own: Set<String>, hiding: Set<String>) {
    let folded = FoldedName(album.title).words
    let titles = Set([folded, Catalog.plainTitle(album.title)].filter { !$0.isEmpty })
    if Catalog.isShort(album) {
      let singles = Set(titles.map { "single: " + $0 })
      return (singles, singles.union(titles))
    }
    guard let year = date?.year, FoldedName(album.title) == FoldedName(artist.name) else {
      return (titles, titles)
    }
    // Sources may date it a year apart.
    func of(_ years: ClosedRange<Int>) -> Set<String> {
      Set(years.flatMap { year in titles.map { "\($0): \(year)" } })
    }
    return (of(year...year), of((year - 1)...(year + 1)))
  }

  private static func isCredited(_ artist: Artist, _ album: Album) -> Bool {
    guard let credit = album.artist else { return true }
    if let id = credit.id, artist.ids.contains(id) { return true }
    return FoldedName(credit.name) == FoldedName(artist.name)
      || FoldedName(credit.name).words.hasPrefix(FoldedName(artist.name).words + " ")
  }

  /// Whether a date is neither old nor impossibly far ahead.
  private static func isRecent(_ date: PartialDate, _ today: PartialDate) -> Bool {
    guard date.year <= today.year + maxYearsAhead else { return false }
    // A date that is only a year is recent in that year.
    return dayNumber(date.latest) >= dayNumber(today) - maxAgeDays
  }

  /// Whether the title or the copyright shows that an album appeared before its date.
  private static func isReissue(_ album: Album, _ date: PartialDate) -> Bool {
    let words = Set(FoldedName(album.title).words.split(separator: " ").map(String.init))
    if !words.isDisjoint(with: reissueWords) { return true }
    let years = (album.copyright ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      .filter { (1900...date.year).contains($0) }
    return years.max().map { $0 < date.year - 1 } ?? false
  }

  private static let reissueWords: Set<String> = [
    "remaster", "remastered", "remasterizado", "reissue", "reissued", "anniversary", "deluxe",
    "expanded",
  ]

  /// Days since a fixed day, with months of 31 days: enough to compare.
  private static func dayNumber(_ date: PartialDate) -> Int {
    date.year * 372 + ((date.month ?? 1) - 1) * 31 + (date.day ?? 1)
  }
}
