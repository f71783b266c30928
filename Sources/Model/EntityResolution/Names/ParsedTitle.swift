/// A parsed title: the title itself, and its version and edition.
struct ParsedTitle {
  /// The title without version, edition and guests.
  var core: Name = .unknown
  /// The index in ``NameArena`` of the title with the words of its version; -1 without such words.
  /// "One remix" is not "another remix".
  @Packed<Int32> var versioned = -1
  /// The versions named in brackets and endings.
  var version: VersionWords = []
  /// Version words in the title itself ("Live at Leeds"). They agree with a version in brackets of
  /// another source, but alone they mean nothing ("Live and Let Die").
  var echo: VersionWords = []
  /// The numbers in the title, in any order: "Part 1" is not "Part 2".
  var numbers: UInt64 = 0
  /// The words of the edition, in any order; 0 if none is named.
  var edition: UInt64 = 0
  var marks: Marks = []

  struct Marks: OptionSet {
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

  /// Adds all compared features of the title.
  func addToFingerprint(to fingerprint: inout StableHash, _ arena: NameArena) {
    core.addToFingerprint(to: &fingerprint)
    arena.full(self).addToFingerprint(to: &fingerprint)
    fingerprint.add(UInt64(version.rawValue) << 32 | UInt64(echo.rawValue))
    fingerprint.add(numbers)
    fingerprint.add(edition)
    fingerprint.add(UInt64(marks.rawValue))
  }

  var isUnknown: Bool { core.isUnknown }
}
