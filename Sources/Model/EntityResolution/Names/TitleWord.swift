/// The meaning of a word in brackets or after a dash of a title.
struct TitleWord {
  var roles: Roles = []
  var version: VersionWords = []
  /// The spelling for comparison, if it differs from the word.
  var spelling: [UInt8] = []

  struct Roles: OptionSet {
    let rawValue: UInt16

    /// Names an edition in any position: "deluxe".
    static let edition = Roles(rawValue: 1 << 0)
    /// May be part of the name of an edition: "version", "US".
    static let editionPart = Roles(rawValue: 1 << 1)
    /// Precedes the names of guests: "feat.".
    static let featuring = Roles(rawValue: 1 << 2)
    /// Precedes the names of guests in brackets only: "with".
    static let with = Roles(rawValue: 1 << 3)
    /// Precedes a number: "part".
    static let numbering = Roles(rawValue: 1 << 4)
    static let soundtrack = Roles(rawValue: 1 << 5)
    static let ep = Roles(rawValue: 1 << 6)
    static let single = Roles(rawValue: 1 << 7)
    static let explicit = Roles(rawValue: 1 << 8)
    static let clean = Roles(rawValue: 1 << 9)
    /// Names no other version: "original mix".
    static let original = Roles(rawValue: 1 << 10)
    /// Joins two artists: "and", "vs".
    static let joining = Roles(rawValue: 1 << 11)
    /// A number as a word or in Roman numerals, after a word such as "part".
    static let number = Roles(rawValue: 1 << 12)
  }

  static let unknown = TitleWord()
}
