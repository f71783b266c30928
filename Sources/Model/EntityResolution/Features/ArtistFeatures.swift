import MusicModel

/// The compared features of an artist. A year of 0 is unknown.
struct ArtistFeatures: Hashable, Sendable {
  let name: ArtistCredit
  /// Its other names: aliases, and the sort name turned round.
  var aliases: [Name]
  /// The other names of an artist of its name that do not show who it is, because several artists have one of the names.
  var sharedAliases: [Name] = []
  /// Whether it is "Various Artists", by its name or an id.
  let isVarious: Bool
  let facts: Facts
  /// 0 if unknown.
  let followers: Int
  let source: ProviderID
  /// Whether one of the sources lists several artists of this name.
  var hasNamesake = false
  /// What its own source says about the others of this name.
  var namesakes: [Facts] = []
  /// The ids of the artists of exactly this name that each source lists.
  var listed: [ProviderID: [[EntityID]]] = [:]
  private let ids: [EntityID]

  init(_ artist: Artist, from source: ProviderID, _ names: NameReader) {
    self.source = source
    ids = artist.ids
    let written = NameWithNote(artist.name)
    name = names.credit(written.name)
    isVarious = name.isVarious || artist.ids.contains(where: Placeholders.variousIDs.contains)
    let sortName = artist.sortName.map {
      $0.split(separator: ", ").reversed().joined(separator: " ")
    }
    let others = (artist.aliases + [sortName, artist.sortName].compactMap(\.self)).map {
      names.credit($0).name
    }
    let own = name.name
    aliases = others.filter { $0 != own && !$0.isUnknown }
    let notes = [artist.disambiguation, written.note].compactMap(\.self)
    facts = Facts(artist, notes)
    followers = artist.followers ?? 0
  }

  /// What tells artists of one name apart.
  struct Facts: Hashable, Sendable {
    let genres: Genres
    let country: Country?
    let formedYear: Int
    let disbandedYear: Int
    let bornYear: Int

    /// `notes` are words about the artist: "60s band from the UK".
    init(_ artist: Artist, _ notes: [String]) {
      genres = Genres(artist.genres + notes)
      country =
        artist.country.flatMap { Country($0) }
        ?? (notes + artist.genres).lazy.compactMap { Country(in: $0) }.first
      formedYear = artist.formedYear.plausible(1...9_999)
      disbandedYear = artist.disbandedYear.plausible(1...9_999)
      bornYear = artist.bornYear.plausible(1...9_999)
    }

    /// The years from which both acted: formed, or born.
    func years(with other: Facts) -> (Int, Int)? {
      if formedYear > 0, other.formedYear > 0 { return (formedYear, other.formedYear) }
      return bornYear > 0 && other.bornYear > 0 ? (bornYear, other.bornYear) : nil
    }

    /// Whether anything shows that they are two artists.
    func contradict(_ other: Facts) -> Bool {
      if genres.relation(to: other.genres) == .far { return true }
      if let country, let theirs = other.country, country != theirs { return true }
      return years(with: other).map { abs($0 - $1) > 2 } ?? false
    }

    /// Whether anything shows that they are one artist.
    func support(_ other: Facts) -> Bool {
      let genres = genres.relation(to: other.genres)
      return !contradict(other)
        && (genres == .same || genres == .shared || country != nil && country == other.country
          || years(with: other) != nil)
    }
  }

  /// A name with a note that tells it apart: "Skid Row (American band)", "MONO (Japan)".
  private struct NameWithNote {
    private(set) var name: String
    private(set) var note: String?

    init(_ text: String) {
      name = text
      guard text.hasSuffix(")"), let start = text.lastIndex(of: "("), start > text.startIndex else {
        return
      }
      let inside = String(text[text.index(after: start)...].dropLast())
      let isNote =
        Country(inside) != nil
        || TokenizedName(inside).words.contains { NameWithNote.words.contains($0.text) }
      guard isNote else { return }
      name = text[..<start].split(separator: " ").joined(separator: " ")
      note = inside
    }

    private static let words: Set<String> = [
      "band", "group", "singer", "musician", "rapper", "dj", "duo", "trio", "producer", "artist",
      "composer", "musical", "songwriter", "guitarist", "bassist", "drummer", "pianist", "vocalist",
      "deejay", "saxophonist", "trumpeter", "violinist", "cellist", "percussionist", "keyboardist",
      "organist", "conductor", "mc", "ensemble", "choir", "orchestra", "quartet", "quintet",
    ]
  }

  /// Whether the source of another artist lists one of exactly this name who is not the other.
  func isListedApart(from other: ArtistFeatures) -> Bool {
    listed[other.source, default: []].contains { !$0.contains(where: other.ids.contains) }
  }

  /// Whether it is a placeholder: "[unknown]", "Various Artists". It is never linked to another source.
  var isPlaceholder: Bool {
    name.isUnknown || isVarious || Placeholders.nameless.contains(name.name.text)
  }

  /// The name, the other names, its words in any order, and its start and end, because a typo seldom hits both.
  var keys: [BlockingKey] {
    if isPlaceholder { return [] }
    let whole = name.name
    return [
      .features(.artistName, whole.text, ""),
      .features(.artistWords, whole.words.sorted().joined(separator: " "), ""),
      .features(.artistEnds, whole.prefix(4), whole.suffix(4)),
    ] + aliases.map { .features(.artistName, $0.text, "") }
  }
}
