/// A parsed title: the title itself, and its version and edition.
///
/// A class, because it is parsed once and then handed on for every comparison.
final class ParsedTitle: Sendable {
  /// The title as its source writes it.
  private let source: String
  /// The title without version, edition and guests; unknown if there is no title, or a placeholder for it.
  let core: Name
  /// The words that name the version; unknown if there are none. "One remix" is not "another remix".
  let ending: Name
  /// The title with the words that name the version.
  let full: Name
  /// The versions named in brackets and endings.
  let version: VersionWords
  /// Version words in the title itself ("Live at Leeds"). They agree with a version in brackets of
  /// another source, but alone they mean nothing ("Live and Let Die").
  let echo: VersionWords
  /// The numbers in the title in alphabetical order: "Part 1" is not "Part 2".
  let numbers: [String]
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
    full = parser.ending.isEmpty ? core : Name(parser.core + parser.ending)
    version = parser.version
    echo = parser.echo
    numbers = parser.numbers.sorted()
    edition = parser.edition.sorted()
    marks =
      Placeholders.genericTitles.contains(core.text) ? parser.marks.union(.generic) : parser.marks
  }

  var isUnknown: Bool { core.isUnknown }

  /// All versions that it names or may name.
  var all: VersionWords { version.union(echo) }

  struct Marks: OptionSet, Hashable {
    let rawValue: UInt8

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
  }
}

extension ParsedTitle: Hashable {
  static func == (left: ParsedTitle, right: ParsedTitle) -> Bool { left.source == right.source }
  func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
