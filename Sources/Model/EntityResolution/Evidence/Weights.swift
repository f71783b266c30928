/// The weight of each piece of evidence. Records match from 100 points and differ from -80; in between
/// they are undecided.
///
/// Twenty points make a match e times as likely. The numbers, but for those marked as chosen by hand, are fitted to labelled pairs by `Tests/EntityResolutionTests/HardCases/fit`, which
/// replaces them here; `docs/performance.md` tells how, and how well they do.
enum Weights {
  static let same = 100
  static let different = -80
  /// The score from which an explanation lists a near miss.
  static let near = -40

  /// A user verdict outweighs ids, and ids outweigh all other evidence.
  static let userVerdict = Weight("userVerdict", 1_000_000)
  static let otherVerdict = Weight("otherVerdict", -1_000_000)
  /// Records of an earlier call state that they are one.
  static let link = Weight("link", 20_000)
  /// They matched in an earlier call, together with a record that is missing now; chosen by hand.
  static let guess = Weight("guess", 40)
  static let id = Weight("id", 10_000)
  static let otherID = Weight("otherID", -10_000)
  /// A higher score was decided by an id or a verdict.
  static let decisive = 5_000

  /// The lead that a record needs to join the better of two different candidates.
  static let margin = 10
}

/// What one finding counts.
struct Weight: Sendable {
  private let finding: StaticString
  /// The least similarity in percent, if the finding is a similarity.
  private let percent: Int?
  /// Above 0 for a match, below against it.
  let points: Int

  init(_ finding: StaticString, percent: Int? = nil, _ points: Int) {
    self.finding = finding
    self.percent = percent
    self.points = points
  }

  /// The name under which it is fitted.
  var name: String { percent.map { "\(finding).\($0)" } ?? "\(finding)" }

  /// The better of two.
  func atLeast(_ other: Weight?) -> Weight {
    guard let other, other.points > points else { return self }
    return other
  }
}

/// What a similarity counts.
struct Scale: Sendable {
  /// The least similarity in percent of each step, from the highest.
  private let steps: [(percent: Int, weight: Weight)]

  init(_ finding: StaticString, _ steps: [(percent: Int, points: Int)]) {
    self.steps = steps.map { ($0.percent, Weight(finding, percent: $0.percent, $0.points)) }
  }

  /// The weight of a similarity: that of the first step reached.
  subscript(percent: Int) -> Weight {
    steps.first { percent >= $0.percent }?.weight ?? Weight("none", 0)
  }
}

extension Weights {
  enum Artist {
    /// Letter by letter, but for case.
    static let spelled = Weight("artist.spelled", 114)
    /// With and without "The".
    static let article = Weight("artist.article", 154)
    static let accents = Weight("artist.accents", 147)
    static let punctuation = Weight("artist.punctuation", 149)
    /// A source lists an artist of each spelling.
    static let otherSpelling = Weight("artist.otherSpelling", -148)
    /// The name of one is another name of the other.
    static let alias = Weight("artist.alias", 125)
    /// They have another name in common.
    static let commonAlias = Weight("artist.commonAlias", 28)
    /// A name with a typo needs support.
    static let name = Scale("artist.name", [(95, 116), (90, 18), (80, 18), (0, -100)])
    /// One name has a word more, or another word: "Boston Manor".
    static let otherWord = Weight("artist.otherWord", -100)
    /// The names are in two scripts.
    static let otherScript = Weight("artist.otherScript", 28)
    /// A source has another artist of this name, so the name alone identifies nobody.
    static let namesake = Weight("artist.namesake", -45)
    static let sameGenre = Weight("artist.sameGenre", 89)
    /// Genres of one family: "Metal", "death metal".
    static let nearGenre = Weight("artist.nearGenre", 25)
    /// The same if the facts fit, and those of the others do not.
    static let otherNamesake = Weight("artist.otherNamesake", 0)
    /// Sources name genres so differently that only distant ones count against a match.
    static let farGenre = Weight("artist.farGenre", -94)
    static let sameYear = Weight("artist.sameYear", 60)
    static let nearYear = Weight("artist.nearYear", 0)
    /// Many sources mix up formation, first release and birth.
    static let otherYear = Weight("artist.otherYear", -30)
    static let farYear = Weight("artist.farYear", -88)
    /// One was born, the other formed.
    static let otherType = Weight("artist.otherType", -20)
    static let sameCountry = Weight("artist.sameCountry", 30)
    static let otherCountry = Weight("artist.otherCountry", -134)
    /// One has a hundred times the followers of the other.
    static let otherFollowers = Weight("artist.otherFollowers", -16)
  }

  enum Album {
    static let title = Scale("album.title", [(100, 85), (90, 85), (80, -43), (65, -43), (0, -120)])
    /// Titles that are the same without the artist's name: "Elgar: Cello Concerto".
    static let titleWithoutArtist = Weight("album.titleWithoutArtist", 84)
    /// Words in common, in another order or language.
    static let words = Scale("album.words", [(95, 73), (80, 73), (60, 32)])
    /// One title has all words of the other: "Now 47", "Now That's What I Call Music! 47".
    static let allWords = Weight("album.allWords", 40)
    static let allWordsOfWork = Weight("album.allWordsOfWork", 60)
    /// Numbers in a catalogue of works.
    static let catalogue = Weight("album.catalogue", 122)
    static let otherCatalogue = Weight("album.otherCatalogue", -120)
    static let artist = Scale("album.artist", [(100, 55), (90, 45), (80, 12), (0, -190)])
    /// "Greatest Hits", or the artist's own name: the year must decide.
    static let genericTitle = Weight("album.genericTitle", -65)
    /// "Volume 1" is not "Volume 2", however similar the titles are.
    static let numbers = Weight("album.numbers", -280)
    /// Only one title has a number.
    static let oneNumber = Weight("album.oneNumber", -230)
    /// Only one title has words in brackets: a subtitle, or another album.
    static let aside = Weight("album.aside", -14)
    /// "Weezer (Green Album)", "Weezer (Blue Album)".
    static let otherAside = Weight("album.otherAside", -57)
    /// The words in brackets are what another source tells albums of this title apart by.
    static let disambiguated = Weight("album.disambiguated", 55)
    static let artistID = Weight("album.artistID", 50)
    static let otherArtistID = Weight("album.otherArtistID", -150)
    /// Credited to "A & B", or to A alone with B as a guest.
    static let sharedArtist = Weight("album.sharedArtist", 47)
    /// The same, and each with another partner: a conductor with two orchestras.
    static let otherPartners = Weight("album.otherPartners", -30)  // by hand
    /// The artist of one is named in the title of the other: "Mahler: Symphony No. 5".
    static let artistInTitle = Weight("album.artistInTitle", 46)
    /// The artists are written in two scripts.
    static let otherScript = Weight("album.otherScript", -48)
    static let bothVarious = Weight("album.bothVarious", 0)
    static let oneVarious = Weight("album.oneVarious", 0)
    /// A title of four words or more, or with a number, identifies a compilation.
    static let longTitle = Weight("album.longTitle", 31)
    /// The songs of a film are not its score.
    static let score = Weight("album.score", -131)
    /// The note of a source on an album that bears the artist's name is the title: "The Wedding Album".
    static let noted = Weight("album.noted", 85)
    static let version = Weight("album.version", -250)
    static let versionName = Weight("album.versionName", -250)
    /// Only one says which version of its kind it is: "Live", "Live in Rome".
    static let oneVersionName = Weight("album.oneVersionName", -60)  // by hand
    /// A single is not the album of the same title.
    static let releaseGroupKind = Weight("album.releaseGroupKind", -250)
    /// Some sources do not tell an EP from a single.
    static let singleOrEP = Weight("album.singleOrEP", -78)
    /// The same if one source may not distinguish kinds.
    static let unmarkedKind = Weight("album.unmarkedKind", -170)
    /// A store lists a live album ("Pulse") or a remix as an album; its year or tracks must decide.
    static let unmarkedVersion = Weight("album.unmarkedVersion", -74)
    static let sameYear = Weight("album.sameYear", 45)
    static let nearYear = Weight("album.nearYear", 0)
    /// Most stores date a reissue by its own year.
    static let otherYear = Weight("album.otherYear", -34)
    static let sameTrackCount = Weight("album.sameTrackCount", 35)
    static let otherTrackCount = Weight("album.otherTrackCount", -21)
    static let singleAgainstAlbum = Weight("album.singleAgainstAlbum", -61)
    static let barcode = Weight("album.barcode", 90)
    /// Singles with other guests are two singles.
    static let otherGuests = Weight("album.otherGuests", -150)  // by hand
    /// Two albums with one generic title at one source are two albums.
    static let sameSourceGeneric = Weight("album.sameSourceGeneric", -150)
  }

  enum Song {
    /// Title and artist leave 20 points to spare: a song appears on several albums, of several years. The step at 40 is
    /// chosen by hand.
    static let title = Scale(
      "song.title",
      [(100, 72), (90, 44), (80, 44), (65, 43), (40, -110), (0, -160)]
    )
    static let artist = Scale(
      "song.artist",
      [(100, 72), (90, 72), (80, 72), (65, 26), (40, -53), (0, -108)]
    )
    static let album = Scale("song.album", [(100, 17), (90, 17), (80, 17), (65, 17), (0, -22)])
    /// Short titles with other letters are more often two songs than a typo.
    static let shortTitle = Weight("song.shortTitle", -130)  // by hand
    /// Every third album has a song called "Intro".
    static let genericTitle = Weight("song.genericTitle", -66)
    static let numbers = Weight("song.numbers", -150)
    /// Only one title has a number.
    static let oneNumber = Weight("song.oneNumber", -107)
    static let catalogue = Weight("song.catalogue", 0)
    static let otherCatalogue = Weight("song.otherCatalogue", -160)
    /// Only one names guests, or both name different ones.
    static let oneGuests = Weight("song.oneGuests", -23)
    static let otherGuests = Weight("song.otherGuests", -81)
    /// A source that names the guests of one recording names those of all.
    static let sameSourceGuests = Weight("song.sameSourceGuests", -400)  // by hand
    static let otherScript = Weight("song.otherScript", 0)
    static let otherScriptArtist = Weight("song.otherScriptArtist", 0)
    /// The title names its own album, which is not the other's: a version of its own.
    static let ownAlbum = Weight("song.ownAlbum", -63)
    static let ownAlbumAside = Weight("song.ownAlbumAside", -74)
    /// Only one title has words in brackets: a subtitle, or another version.
    static let aside = Weight("song.aside", -50)
    /// The words in brackets differ.
    static let otherAside = Weight("song.otherAside", -42)
    /// The score of a prefix or suffix of the other name: it may be truncated, or only start alike.
    /// The support is weak, and weaker the more songs share that start.
    static let cutTitle = Weight("song.cutTitle", 23)
    static let cutArtist = Weight("song.cutArtist", 35)
    static let cutAlbum = Weight("song.cutAlbum", 16)
    /// "Artist - Title", "Title (Album)": less reliable than a separate name.
    static let joinedArtist = Weight("song.joinedArtist", 43)
    static let joinedAlbum = Weight("song.joinedAlbum", 77)
    static let sharedArtist = Weight("song.sharedArtist", 60)
    /// The main artist of one is not that of the other: "Nico", "The Velvet Underground & Nico".
    static let sharedGuest = Weight("song.sharedGuest", -25)  // by hand
    /// Two artists with one name.
    static let otherArtistID = Weight("song.otherArtistID", -75)
    static let bothVarious = Weight("song.bothVarious", 10)
    static let oneVarious = Weight("song.oneVarious", -10)
    static let version = Weight("song.version", -220)
    static let edit = Weight("song.edit", -20)  // by hand
    /// A recording with a name of its own has the position and nearly the length of the old one: "Red (Taylor's Version)".
    static let namedVersion = Weight("song.namedVersion", -300)  // by hand
    static let versionName = Weight("song.versionName", -400)  // by hand
    /// Only one says which version of its kind it is: "Live", "Live in Rome".
    static let oneVersionName = Weight("song.oneVersionName", -60)  // by hand
    /// The position on an album identifies a song, so title or artist may be missing.
    static let samePosition = Weight("song.samePosition", 87)
    /// The same if only one source names the album.
    static let sameTrackNumber = Weight("song.sameTrackNumber", 48)
    /// Sources count hidden tracks and intermissions differently.
    static let otherPosition = Weight("song.otherPosition", 0)
    static let otherPositionAndTitle = Weight("song.otherPositionAndTitle", -19)
    /// An album may contain several songs called "Interlude".
    static let otherPositionGeneric = Weight("song.otherPositionGeneric", -111)
    static let sameSourceOtherPosition = Weight("song.sameSourceOtherPosition", -250)
    static let sameYear = Weight("song.sameYear", 36)
    /// The difference in years that a store explains by a new release of an old recording.
    static let nearYears = 10
    static let otherYear = Weight("song.otherYear", -20)
    static let farYear = Weight("song.farYear", -45)
    static let recordingCode = Weight("song.recordingCode", 80)
    /// By difference of the lengths, in milliseconds.
    static let durations: [(ms: Int, weight: Weight)] = [
      (ms: sameDurationMs, weight: Weight("song.sameDuration", 84)),
      (3_000, Weight("song.nearDuration", 0)),
      (7_000, Weight("song.duration.7s", -66)),
      (15_000, Weight("song.duration.15s", -39)),
      (.max, Weight("song.otherDuration", -105)),
    ]
    /// Sources round to the second, up or down.
    static let sameDurationMs = 1_000
    /// A different title or artist if position and length agree: it is in another language or script, or wrong.
    static let excusedTitle = Weight("song.excusedTitle", 0)
    static let excusedArtist = Weight("song.excusedArtist", 0)
    static let halfExcusedTitle = Weight("song.halfExcusedTitle", -47)
    static let halfExcusedArtist = Weight("song.halfExcusedArtist", -75)
    /// More than any one name counts, so that two features must agree.
    static let hint = 60
  }
}
