/// A title taken apart: the work, and what is said of its version and edition.
struct ParsedTitle {
  /// The title of the work itself, without what is said of version, edition and guests.
  var core: Name = .unknown
  /// Where in ``NameArena`` the same stands with the words of the version behind it, or -1 where there
  /// are none: "one remix" is not "another remix".
  @Packed<Int32> var versioned = -1
  /// The versions that brackets and endings tell of.
  var version: VersionWords = []
  /// Version words in the title itself ("Live at Leeds"): they agree with a version that another
  /// source puts in brackets, but alone they say nothing ("Live and Let Die").
  var echo: VersionWords = []
  /// The numbers in the title, in any order: "Part 1" is not "Part 2".
  var numbers: UInt64 = 0
  /// The words of the edition, in any order; 0 where none is named.
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
    /// A title that many have: "Greatest Hits", "Intro".
    static let generic = Marks(rawValue: 1 << 6)
    /// It has no letter and no digit.
    static let symbols = Marks(rawValue: 1 << 7)
  }

  mutating func move(by offset: NameArena.Offset) {
    core.move(by: offset)
    if versioned >= 0 { versioned += offset.versioned }
  }

  /// Adds all by which titles are compared.
  func addLook(to look: inout StableHash, _ pool: NameArena) {
    core.addLook(to: &look)
    pool.full(self).addLook(to: &look)
    look.add(UInt64(version.rawValue) << 32 | UInt64(echo.rawValue))
    look.add(numbers)
    look.add(edition)
    look.add(UInt64(marks.rawValue))
  }

  var isUnknown: Bool { core.isUnknown }
}
