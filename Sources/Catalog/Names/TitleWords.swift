/// What single words of a title mean where they stand in brackets or behind a dash.
struct TitleWord {
  var roles: Roles = []
  var version: VersionWords = []
  /// What the word is written as when titles are compared, where that is something else.
  var spelling: String?

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
    static let and = Roles(rawValue: 1 << 11)
    /// A number that is written as a word or in Roman figures, after a word of numbering.
    static let number = Roles(rawValue: 1 << 12)
  }

  /// The words by the hash of their folded form.
  static let table: [UInt64: TitleWord] = {
    var table: [UInt64: TitleWord] = [:]
    func add(_ words: String, _ change: (inout TitleWord) -> Void) {
      for word in words.split(separator: " ") {
        change(&table[StableHash.of(word.utf8), default: TitleWord()])
      }
    }
    for (words, roles) in roles { add(words) { $0.roles.formUnion(roles) } }
    for (words, version) in versions { add(words) { $0.version.formUnion(version) } }
    for (spelling, words) in spellings { add(words) { $0.spelling = spelling } }
    for (value, words) in numbers {
      add(words) {
        $0.spelling = value
        $0.roles.formUnion(.number)
      }
    }
    return table
  }()

  private static let roles: [(String, Roles)] = [
    (
      "edition deluxe remaster remasters remastered remasterizado remasterise anniversary expanded "
        + "reissue reissued rerelease bonus enhanced edicion edizione edicao ausgabe digipak "
        + "explicit clean edited censored uncensored",
      .edition
    ),
    (
      "version versions album main standard special limited super collector collectors digital "
        + "booklet cd vinyl lp mono stereo hd track tracks amazon itunes exclusive mastered for us "
        + "uk usa eu european american japan japanese australian canadian international world "
        + "tour the of and with years year th st nd rd complete original legacy platinum fan "
        + "videos extra amended package store new full mix content",
      .editionPart
    ),
    ("feat ft featuring", .featuring),
    ("with con avec mit prod", .with),
    (
      "part pt pts parts volume vol volumes no nr num number chapter act episode folge teil op "
        + "opus symphony suite movement book series cd disc",
      .numbering
    ),
    ("soundtrack ost", .soundtrack),
    ("ep", .ep),
    ("single", .single),
    ("explicit", .explicit),
    ("clean edited censored amended", .clean),
    ("original album main standard", .original),
    ("and", .and),
  ]

  private static let versions: [(String, VersionWords)] = [
    ("live concert unplugged vivo", .live),
    (
      "remix remixes remixed rmx mix mixes dub rework reworked bootleg mashup vip refix club",
      .remix
    ),
    ("edit short", .edit),
    ("demo demos rehearsal outtake outtakes", .demo),
    ("acoustic unplugged stripped", .acoustic),
    ("instrumental instrumentals", .instrumental),
    ("karaoke playback", .karaoke),
    ("tribute", .tribute),
    ("cover covers", .cover),
    ("acapella acappella cappella capella", .vocal),
    ("orchestral orchestra symphonic", .orchestral),
    ("alternate alternative alternative take session sessions", .alternate),
    (
      "spanish english french german italian portuguese espanol ingles deutsch englisch",
      .language
    ),
    ("extended long", .extended),
    ("video", .video),
  ]

  private static let spellings = [
    ("part", "pt pts parts"), ("volume", "vol volumes"), ("no", "nr num number"),
    ("remix", "remixes"), ("demo", "demos"), ("session", "sessions"),
  ]

  private static let numbers = [
    ("1", "i one"), ("2", "ii two"), ("3", "iii three"), ("4", "iv four"), ("5", "v five"),
    ("6", "vi six"), ("7", "vii seven"), ("8", "viii eight"), ("9", "ix nine"), ("10", "x ten"),
    ("11", "xi"), ("12", "xii"), ("13", "xiii"), ("14", "xiv"), ("15", "xv"),
  ]
}
