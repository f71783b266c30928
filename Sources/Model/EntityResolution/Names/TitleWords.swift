/// A word with a meaning in titles and credits.
struct TitleWord {
  var roles: Roles = []
  var version: VersionWords = []
  /// The spelling for comparison, if it differs from the word.
  var spelling: String?

  struct Roles: OptionSet {
    let rawValue: UInt32

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
    /// Makes words that precede it the name of a version: "piano version", "2019 recording".
    static let naming = Roles(rawValue: 1 << 13)
    /// Precedes a number in a catalogue of works: "Op.", "BWV".
    static let catalogue = Roles(rawValue: 1 << 14)
    /// Names the music of a film that is not songs.
    static let score = Roles(rawValue: 1 << 15)
    /// Says that a compilation is mixed, which is not a remix.
    static let mixed = Roles(rawValue: 1 << 16)
    /// Precedes a number, and says nothing that the number does not: "Vol. 4".
    static let silent = Roles(rawValue: 1 << 17)
    /// Precedes the film or album that a song is from: "from".
    static let from = Roles(rawValue: 1 << 18)
    /// Names a language or an instrument, and a version only alone or before a word such as "version".
    static let adjective = Roles(rawValue: 1 << 19)
  }
}

/// The words with a meaning.
enum TitleWords {
  /// The meaning of a normalized word. Most words have none.
  static func meaning(of word: String) -> TitleWord { table[word] ?? TitleWord() }

  /// Words before a place, as in "live at", and before "vivo", as in "ao vivo".
  static let prepositions: Set<String> = [
    "at", "in", "from", "on", "en", "ao", "au", "a", "im", "dal", "al", "the",
  ]

  /// The mixes for the radio and for singles, which stores sell as the song.
  static let edits: Set<[String]> = [
    ["radio", "mix"], ["7", "mix"], ["7", "inch", "mix"], ["single", "mix"],
  ]

  /// The words with which an edition ends that stands without brackets.
  static let endings: Set<String> = [
    "edition", "deluxe", "remastered", "expanded", "collectors",
  ]

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
        + "collectors editions remasterizada remasterised "
        + "explicit clean edited censored uncensored",
      .edition
    ),
    (
      "version versions album main standard special limited super collector collectors digital "
        + "booklet cd vinyl lp mono stereo hd track tracks amazon itunes exclusive mastered for us "
        + "uk usa eu european american japan australian canadian international world single studio "
        + "tour the of and with years year th st nd rd complete original legacy platinum fan "
        + "videos extra amended package store new full mix content experience ultimate",
      .editionPart
    ),
    ("feat ft featuring", .featuring),
    ("with con avec mit prod", .with),
    (
      "part pt pts parts volume vol volumes volumen volumi no nr num number nos nrs chapter act episode folge "
        + "teil symphony suite movement book series cd disc",
      .numbering
    ),
    ("volume vol volumes volumen vols no nr num number nos nrs", .silent),
    ("op opp opus bwv k kv rv woo hwv hob deutsch d b l h p th", .catalogue),
    ("mixed dj continuous", .mixed),
    ("soundtrack ost sonora motion bande filmmusik colonna bso", .soundtrack),
    ("score", .score),
    ("ep", .ep),
    ("single", .single),
    ("explicit", .explicit),
    ("clean edited censored amended", .clean),
    ("original album main standard single lp studio", .original),
    ("version versions ver vers versione versao take rendition recording recorded mix", .naming),
    ("from", .from),
    (languages + " " + instruments, .adjective),
    ("and vs x y und et og och e en", .joining),
  ]

  private static let versions: [(String, VersionWords)] = [
    ("live concert unplugged vivo", .live),
    (
      "remix remixes remixed rmx mix mixes dub rework reworked bootleg mashup vip refix club",
      .remix
    ),
    ("edit short radio", .edit),
    ("demo demos rehearsal outtake outtakes memo", .demo),
    ("acoustic unplugged stripped", .acoustic),
    ("instrumental instrumentals backing", .instrumental),
    ("karaoke playback", .karaoke),
    ("tribute", .tribute),
    ("cover covers", .cover),
    ("acapella acappella cappella capella", .vocal),
    ("orchestral orchestra symphonic", .orchestral),
    ("alternate alternative alternative take session sessions", .alternate),
    (languages, .language),
    (instruments, .instrument),
    ("extended long", .extended),
    ("video", .video),
    ("rerecorded rerecording rerecordings revisited reimagined", .rerecorded),
    ("sped spedup speed slowed reverb nightcore", .speed),
    ("commentary interview narration", .commentary),
  ]

  private static let languages =
    "spanish english french german italian portuguese espanol ingles deutsch englisch japanese korean "
    + "chinese mandarin cantonese russian swedish danish norwegian finnish dutch greek turkish polish arabic "
    + "hebrew hindi castellano catalan francais anglais espagnol italiano inglese spagnolo portugues japones "
    + "frances aleman deutsche englische italienisch spanisch franzosisch 日本語 日本語ver 日本語版 한국어 中文 中文版 国语 "
    + "國語 粤语 粵語 英語 英文"

  private static let instruments =
    "piano guitar strings string organ harp violin cello ukulele marimba choir choral lullaby"

  private static let spellings = [
    ("part", "pt pts parts"), ("volume", "vol volumes volumen vols"),
    ("no", "nr num number nos nrs"),
    ("remix", "remixes"), ("demo", "demos"), ("session", "sessions"),
    ("original", "originale originales"),
    ("op", "opp opus"), ("k", "kv"), ("d", "deutsch"),
    // The names of works in the languages of labels.
    (
      "symphony",
      "symphonies symphonien sinfonie sinfonien symphonie sinfonia sinfonias sinfonies simfonia"
    ),
    ("concerto", "concertos concerti konzert konzerte concierto conciertos concerts"),
    ("piano concerto", "klavierkonzert klavierkonzerte"),
    ("violin concerto", "violinkonzert violinkonzerte"),
    ("cello concerto", "cellokonzert cellokonzerte"),
    ("piano sonata", "klaviersonate klaviersonaten"),
    ("violin sonata", "violinsonate violinsonaten"),
    ("string quartet", "streichquartett streichquartette"),
    ("piano trio", "klaviertrio klaviertrios"), ("cello suite", "cellosuite cellosuiten"),
    ("sonata", "sonatas sonaten sonate sonates"), ("suite", "suites suiten"),
    ("quartet", "quartets quartette quatuors"),
    ("variation", "variations variationen variazioni variaciones"),
    ("goldberg variation", "goldbergvariationen"),
    ("piano", "klavier pianoforte"), ("violin", "violine violon"),
    ("cello", "violoncello violoncelle"),
    ("etude", "etudes etuden studies"), ("nocturne", "nocturnes nocturni"),
    ("prelude", "preludes preludien praludien"),
    ("ballade", "ballades balladen"), ("waltz", "waltzes walzer valses"), ("mass", "messe missa"),
    ("passion", "passionen"), ("work", "works werke oeuvres"),
    ("season", "seasons jahreszeiten saisons stagioni estaciones"),
    ("major", "dur majeur"), ("minor", "moll mineur"),
    ("complete", "samtliche integrale completas"),
    ("dance", "dances tanze danses"), ("song", "songs lieder"),
  ]

  private static let figures = [
    ("1", "i one uno"), ("2", "ii two dos zwei deux"), ("3", "iii three tres drei trois"),
    ("4", "iv four cuatro vier quatre"), ("5", "v five cinco funf cinq"),
    ("6", "vi six seis sechs"), ("7", "vii seven"), ("8", "viii eight"), ("9", "ix nine"),
    ("10", "x ten"),
    ("11", "xi"), ("12", "xii"), ("13", "xiii"), ("14", "xiv"), ("15", "xv"),
  ]
}

/// The versions of a performance that a title names. Two versions of a song are two recordings, and two of
/// an album are two release groups.
struct VersionWords: OptionSet, Hashable {
  let rawValue: UInt32

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
  static let rerecorded = VersionWords(rawValue: 1 << 15)
  /// Faster or slower than the original.
  static let speed = VersionWords(rawValue: 1 << 16)
  static let commentary = VersionWords(rawValue: 1 << 17)
  static let instrument = VersionWords(rawValue: 1 << 18)
  /// A version with a name of its own: "Taylor's Version".
  static let named = VersionWords(rawValue: 1 << 19)

  /// Those whose words mean something else in titles, such as a language or an instrument.
  static let adjectives: VersionWords = [.language, .instrument]

  /// The names for users, in a fixed order.
  static let names: [(VersionWords, String)] = [
    (.live, "live"), (.remix, "remix"), (.edit, "edit"), (.demo, "demo"),
    (.acoustic, "acoustic"), (.instrumental, "instrumental"), (.karaoke, "karaoke"),
    (.tribute, "tribute"), (.cover, "cover"), (.vocal, "a cappella"),
    (.orchestral, "orchestral"), (.alternate, "alternate take"), (.language, "other language"),
    (.extended, "extended"), (.video, "video"), (.rerecorded, "recorded again"),
    (.speed, "faster or slower"), (.commentary, "a commentary"),
    (.instrument, "for one instrument"),
    (.named, "a version of its own"),
  ]

  var text: String {
    VersionWords.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
