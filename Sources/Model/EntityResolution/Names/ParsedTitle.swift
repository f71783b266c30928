/// A parsed title: the title itself, and its version and edition.
///
/// A class, because it is parsed once and then handed on for every comparison.
final class ParsedTitle: Sendable {
  /// The title as its source writes it.
  private let source: String
  /// The title without version, edition, guests and ``aside``; unknown if there is no title, or a placeholder for it.
  let core: Name
  /// The words in brackets whose meaning is unknown: "Don't You (Forget About Me)".
  let aside: Name
  /// The title and the words in brackets.
  let whole: Name
  /// The words that name the version; unknown if there are none. "One remix" is not "another remix".
  let ending: Name
  /// What tells this version from others of its kind, such as a place or a remixer; unknown if nothing does: "Live".
  private let versionName: Name
  /// The title with the words that name the version.
  let full: Name
  /// The versions named in brackets and endings.
  let version: VersionWords
  /// Version words in the title itself ("Live at Leeds"). They agree with a version in brackets of
  /// another source, but alone they mean nothing ("Live and Let Die").
  let echo: VersionWords
  /// The numbers in the title in alphabetical order: "Part 1" is not "Part 2".
  let numbers: [String]
  /// The year in brackets, which tells this album from others of its title: "Weezer (1994)".
  let year: Int?
  /// The words that name guests.
  let guests: Set<String>
  /// The numbers in catalogues of works, in alphabetical order: "op 67".
  let catalogue: [String]
  /// The words of ``core``, by the parts that a colon or dash divides; empty if there is only one.
  let segments: [[String]]
  /// The words of the edition in alphabetical order; empty if none is named.
  let edition: [String]
  let marks: Marks

  static let unknown = ParsedTitle("")

  init(_ source: String) {
    var parser = TitleParser(source)
    parser.parse()
    self.source = source
    let name = Name(parser.core)
    if Placeholders.unknown.contains(name.text) { parser = TitleParser("") }
    core = parser.core.isEmpty ? .unknown : name
    ending = Name(parser.ending)
    versionName = Name(parser.ending.filter(ParsedTitle.isOfName))
    aside = Name(parser.aside)
    whole = core.appending(aside)
    full = whole.appending(ending)
    version = parser.version
    echo = parser.echo
    numbers = parser.numbers.sorted()
    year = parser.year
    guests = Set(parser.guests.filter { $0 != "and" })
    catalogue = parser.catalogue.sorted()
    segments = parser.segments.count > 1 ? parser.segments : []
    edition = parser.edition.sorted()
    marks =
      Placeholders.genericTitles.contains(core.text) ? parser.marks.union(.generic) : parser.marks
  }

  var isUnknown: Bool { core.isUnknown }

  /// The numbers without ``year``.
  var volumes: [String] { year.map { year in numbers.filter { $0 != String(year) } } ?? numbers }

  /// Whether both have much the same words after the title, one of them with a typo: "(30 second versoin)".
  func endsLike(_ other: ParsedTitle) -> Bool {
    let (first, second) = (aside.appending(ending), other.aside.appending(other.ending))
    return !first.isUnknown && !second.isUnknown && first.similarity(to: second) >= 70
  }

  /// Whether it may be the title of the album on which a song appeared first, not of a compilation or live album.
  var isOriginalAlbum: Bool {
    !marks.contains(.generic) && version.isEmpty
      && !core.words.contains(where: ParsedTitle.compilations.contains)
  }

  private static let compilations: Set<String> = [
    "hits", "best", "essential", "anthology", "collection", "gold",
  ]

  /// The last name of the composer before a colon: "Handel: Messiah".
  var composer: String? {
    guard let first = segments.first, let name = first.last, name.utf8.count >= 4 else {
      return nil
    }
    return first.count <= 4 ? name : nil
  }

  /// Whether it names a work by its number: classical music.
  var isWork: Bool { !catalogue.isEmpty || !segments.isEmpty && !numbers.isEmpty }

  /// Whether one title is the other one with the composer in front: "Beethoven: Symphonies Nos. 5 & 7".
  func isWork(of other: ParsedTitle) -> Bool {
    func isComposed(_ title: ParsedTitle, _ plain: ParsedTitle) -> Bool {
      title.isWork && title.composer != nil
        && Name(Array(title.segments.dropFirst().joined())).similarity(to: plain.core) >= 90
    }
    return isComposed(self, other) || isComposed(other, self)
  }

  /// Whether both name works, and none in common; `nil` if one names none.
  func isOtherWork(than other: ParsedTitle) -> Bool? {
    let catalogues = Set(other.catalogue.map { $0.prefix { $0 != " " } })
    let own = catalogue.filter { catalogues.contains($0.prefix { $0 != " " }) }
    return own.isEmpty ? nil : Set(own).isDisjoint(with: other.catalogue)
  }

  /// Whether the numbers contradict. A title of a work in a catalogue may omit the number of its
  /// movement, or state it twice.
  func hasOtherNumbers(than other: ParsedTitle) -> Bool {
    guard numbers != other.numbers else { return false }
    guard !catalogue.isEmpty || !other.catalogue.isEmpty else { return true }
    let (first, second) = (Set(numbers), Set(other.numbers))
    return !first.isSubset(of: second) && !second.isSubset(of: first)
  }

  /// Two titles without the names of their artists: "Beethoven: Symphonies Nos. 5 & 7" by Kleiber is "Symphonies nos. 5 & 7" by
  /// Beethoven.
  static func withoutArtists(
    _ one: (title: ParsedTitle, artist: ArtistCredit),
    _ other: (title: ParsedTitle, artist: ArtistCredit)
  ) -> (Name, Name) {
    let credits = [one.artist.name, other.artist.name]
    return (one.title.withoutSegments(of: credits), other.title.withoutSegments(of: credits))
  }

  /// The title without the name of an artist in front, and without the parts before or after a colon that consist of the
  /// words of credits.
  private func withoutSegments(of credits: [Name]) -> Name {
    if let credit = credits.first(where: { !$0.isUnknown && $0.begins(core) }) {
      return Name(Array(core.words.dropFirst(credit.words.count)))
    }
    guard !segments.isEmpty else { return core }
    let remaining = segments.filter { segment in
      !segment.allSatisfy { word in
        word == "and" || credits.contains { $0.words.contains(word) }
      }
    }
    return remaining.isEmpty || remaining.count == segments.count
      ? core : Name(Array(remaining.joined()))
  }

  /// All versions that it names or may name.
  var all: VersionWords { version.union(echo) }

  /// The versions that it names and another title does not. Words in both titles themselves name none: "Live Forever
  /// (Live)" is not "Live Forever".
  func versions(besides other: ParsedTitle) -> VersionWords {
    let hidden = other.isVersion ? other.echo : other.echo.subtracting(echo)
    return version.subtracting(other.version.union(hidden))
  }

  /// How the names of two versions compare.
  enum VersionNames {
    /// At least one is not a version, neither has a name, or both are much the same.
    case alike
    /// "Live in Paris", "Live in Rome".
    case different
    /// "Live", "Live in Rome": they may be one.
    case one
  }

  func versionNames(with other: ParsedTitle) -> VersionNames {
    guard !version.isEmpty, !other.version.isEmpty, full.text != other.full.text else {
      return .alike
    }
    guard !versionName.isUnknown, !other.versionName.isUnknown else {
      return versionName.isUnknown == other.versionName.isUnknown ? .alike : .one
    }
    let isAlike =
      ending.similarity(to: other.ending) >= 60
      || versionName.similarity(to: other.versionName) >= 60
      || versionName.hasWordsOf(other.versionName) || other.versionName.hasWordsOf(versionName)
    return isAlike ? .alike : .different
  }

  /// Whether a word of a version is part of its name. Languages, instruments and speeds are.
  private static func isOfName(_ word: String) -> Bool {
    let meaning = TitleWords.meaning(of: word)
    if meaning.roles.contains(.adjective) || meaning.version.contains(.speed) { return true }
    return meaning.version.isEmpty && meaning.roles.isDisjoint(with: [.naming, .edition])
      && !TitleWords.prepositions.contains(word)
  }

  /// Whether the version is a new mix or issue of a year, which is an edition of an album: "(2022 Mix)".
  var isOfYear: Bool {
    let rest = ending.words.filter { !["mix", "version"].contains($0) }
    return rest.count == 1 && rest[0].utf8.count == 4 && Int(rest[0]) != nil
  }

  /// Whether the title itself consists of words for versions: "Unplugged".
  private var isVersion: Bool {
    core.words.allSatisfy { !TitleWords.meaning(of: $0).version.isEmpty }
  }

  struct Marks: OptionSet, Hashable {
    let rawValue: UInt16

    static let edition = Marks(rawValue: 1 << 0)
    static let explicit = Marks(rawValue: 1 << 1)
    static let clean = Marks(rawValue: 1 << 2)
    static let soundtrack = Marks(rawValue: 1 << 3)
    static let ep = Marks(rawValue: 1 << 4)
    static let single = Marks(rawValue: 1 << 5)
    /// A common title: "Greatest Hits", "Intro".
    static let generic = Marks(rawValue: 1 << 6)
    /// The title has neither letters nor digits.
    static let symbols = Marks(rawValue: 1 << 7)
    /// The music of a film that is not songs.
    static let score = Marks(rawValue: 1 << 8)
  }
}

extension ParsedTitle: Hashable {
  static func == (left: ParsedTitle, right: ParsedTitle) -> Bool { left.source == right.source }
  func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
