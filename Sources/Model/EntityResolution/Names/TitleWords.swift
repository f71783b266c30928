/// A word with a meaning in titles and credits.
struct TitleWord {
  var roles: Roles = []
  var version: VersionWords = []
  /// The spelling for comparison, if it differs from the word.
  var spelling: String?

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
}

/// The words with a meaning.
enum TitleWords {
  /// The meaning of a normalized word. Most words have none.
  static func meaning(of word: String) -> TitleWord { table[word] ?? TitleWord() }

  private static let table: [String: TitleWord] = {
    var table: [String: TitleWord] = [:]
    func change(_ words: String, _ change: (inout TitleWord) -> Void) {
      for word in words.split(separator: " ") { change(&table[String(word), default: TitleWord()]) }
    }
    for (words, roles) in roles { change(words) { $0.roles.formUnion(roles) } }
    for (words, version) in versions { change(words) { $0.version.formUnion(version) } }
    for (spelling, words) in spellings { change(words) { $0.spelling = spelling } }
    for (value, words) in figures {
      change(words) {
        $0.spelling = value
        $0.roles.formUnion(.number)
      }
    }
    return table
  }()

  private static let roles: [(String, TitleWord.Roles)] = [
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
    ("and vs x y und et og och e en", .joining),
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

  private static let figures = [
    ("1", "i one"), ("2", "ii two"), ("3", "iii three"), ("4", "iv four"), ("5", "v five"),
    ("6", "vi six"), ("7", "vii seven"), ("8", "viii eight"), ("9", "ix nine"), ("10", "x ten"),
    ("11", "xi"), ("12", "xii"), ("13", "xiii"), ("14", "xiv"), ("15", "xv"),
  ]
}

/// The versions of a performance that a title names. Two versions of a song are two recordings, and two of
/// an album are two release groups.
struct VersionWords: OptionSet, Hashable {
  let rawValue: UInt16

  static let live = VersionWords(rawValue: 1 << 0)
  static let remix = VersionWords(rawValue: 1 << 1)
  static let edit = VersionWords(rawValue: 1 << 2)
  static let demo = VersionWords(rawValue: 1 << 3)
  static let acoustic = VersionWords(rawValue: 1 << 4)
  static let instrumental = VersionWords(rawValue: 1 << 5)
  static let karaoke = VersionWords(rawValue: 1 << 6)
  static let tribute = VersionWords(rawValue: 1 << 7)
  static let cover = VersionWords(rawValue: 1 << 8)
  static let vocal = VersionWords(rawValue: 1 << 9)
  static let orchestral = VersionWords(rawValue: 1 << 10)
  static let alternate = VersionWords(rawValue: 1 << 11)
  static let language = VersionWords(rawValue: 1 << 12)
  static let extended = VersionWords(rawValue: 1 << 13)
  static let video = VersionWords(rawValue: 1 << 14)

  /// The names for users, in a fixed order.
  static let names: [(VersionWords, String)] = [
    (.live, "live"), (.remix, "remix"), (.edit, "edit"), (.demo, "demo"),
    (.acoustic, "acoustic"), (.instrumental, "instrumental"), (.karaoke, "karaoke"),
    (.tribute, "tribute"), (.cover, "cover"), (.vocal, "a cappella"),
    (.orchestral, "orchestral"), (.alternate, "alternate take"), (.language, "other language"),
    (.extended, "extended"), (.video, "video"),
  ]

  var text: String {
    VersionWords.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
