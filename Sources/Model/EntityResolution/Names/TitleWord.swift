/// What single words of a title mean where they stand in brackets or behind a dash.
struct TitleWord {
  var roles: Roles = []
  var version: VersionWords = []
  /// What the word is written as when titles are compared, where that is something else.
  var spelling: [UInt8] = []

  struct Roles: OptionSet {
    let rawValue: UInt16

    /// Says that this is an edition, wherever it stands: "deluxe".
    static let edition = Roles(rawValue: 1 << 0)
    /// May be part of the name of an edition: "version", "US".
    static let editionPart = Roles(rawValue: 1 << 1)
    /// Comes before the names of guests: "feat.".
    static let featuring = Roles(rawValue: 1 << 2)
    /// Comes before guests only in brackets: "with".
    static let with = Roles(rawValue: 1 << 3)
    /// Comes before a number: "part".
    static let numbering = Roles(rawValue: 1 << 4)
    static let soundtrack = Roles(rawValue: 1 << 5)
    static let ep = Roles(rawValue: 1 << 6)
    static let single = Roles(rawValue: 1 << 7)
    static let explicit = Roles(rawValue: 1 << 8)
    static let clean = Roles(rawValue: 1 << 9)
    /// Says that it is just what it is: "original mix".
    static let original = Roles(rawValue: 1 << 10)
    /// Stands between two artists: "and", "vs".
    static let joining = Roles(rawValue: 1 << 11)
    /// A number that is written as a word or in Roman figures, after a word of numbering.
    static let number = Roles(rawValue: 1 << 12)
  }

  static let unknown = TitleWord()
}
