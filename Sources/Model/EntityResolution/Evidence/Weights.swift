/// The weight of each piece of evidence. Records match from 100 points and differ from -80; in between
/// they are undecided.
///
/// The scale: a name alone identifies an artist (100 points), a title and an artist together identify
/// an album or song. Evidence against must be outweighed by other evidence. The values are round
/// numbers, chosen by looking at pairs of records with known truth (`musicbus-bench match` and
/// `pairs`), not fitted by a program.
enum Weights {
  static let same = 100
  static let different = -80
  /// The score from which an explanation lists a near miss.
  static let near = 40

  /// A user verdict outweighs ids, and ids outweigh all other evidence.
  static let userVerdict = 1_000_000
  static let id = 10_000
  /// A higher score was decided by an id or a verdict.
  static let decisive = id / 2

  /// The lead that a record needs to join the better of two different candidates.
  static let margin = 10

  /// Points by similarity in percent: the first row reached counts.
  typealias Scale = [(percent: Int, points: Int)]

  static func points(_ percent: Int, _ scale: Scale) -> Int {
    for line in scale where percent >= line.percent { return line.points }
    return 0
  }
}

extension Weights {
  enum Artist {
    /// An equal name decides unless something contradicts it; a name with a typo needs support.
    static let name: Scale = [(100, 100), (90, 60), (80, 20), (0, -100)]
    static let sameGenre = 10
    /// Sources name genres so differently that only distant ones count against a match.
    static let farGenre = -40
    static let sameYear = 25
    static let nearYear = 5
    /// Many sources mix up formation, first release and birth.
    static let otherYear = -30
    static let farYear = -80
    static let sameCountry = 10
    static let otherCountry = -20
  }

  enum Album {
    static let title: Scale = [(100, 60), (90, 45), (80, 10), (65, -40), (0, -120)]
    static let artist: Scale = [(100, 50), (90, 40), (80, 20), (0, -150)]
    /// "Greatest Hits", or the artist's own name: the year must decide.
    static let genericTitle = -20
    /// "Volume 1" is not "Volume 2", however similar the titles are.
    static let numbers = -200
    static let artistID = 50
    static let otherArtistID = -150
    /// Credited to "A & B", or to A alone with B as a guest.
    static let sharedArtist = 40
    static let bothVarious = 15
    static let oneVarious = -15
    static let version = -200
    /// A single is not the album of the same title.
    static let releaseGroupKind = -200
    /// The same if one source may not distinguish kinds.
    static let unmarkedKind = -100
    /// A store lists a live album ("Pulse") or a remix as an album; its year or tracks must decide.
    static let unmarkedVersion = -25
    static let sameYear = 20
    static let nearYear = 10
    /// Most stores date a reissue by its own year.
    static let otherYear = -10
    static let sameTrackCount = 15
    static let otherTrackCount = -10
    static let singleAgainstAlbum = -60
    static let barcode = 90
    /// Two albums with one generic title at one source are two albums.
    static let sameSourceGeneric = -150
  }

  enum Song {
    /// Title and artist leave 20 points to spare: a song appears on several albums, of several years.
    static let title: Scale = [(100, 60), (90, 50), (80, 30), (65, 0), (40, -50), (0, -110)]
    static let artist: Scale = [(100, 60), (90, 50), (80, 30), (65, 0), (40, -40), (0, -75)]
    static let album: Scale = [(100, 50), (90, 40), (80, 25), (65, 5), (0, -10)]
    /// Every third album has a song called "Intro".
    static let genericTitle = -45
    static let numbers = -50
    /// The score of a prefix or suffix of the other name: it may be truncated, or only start alike.
    /// The support is weak, and weaker the more songs share that start.
    static let cutTitle = 0
    static let cutArtist = 20
    static let cutAlbum = 25
    /// "Artist - Title", "Title (Album)": less reliable than a separate name.
    static let joined = 40
    static let sharedArtist = 30
    static let bothVarious = 10
    static let oneVarious = -10
    static let version = -75
    static let versionName = -75
    /// The position on an album identifies a song, so title or artist may be missing.
    static let samePosition = 45
    /// The same if only one source names the album.
    static let sameTrackNumber = 30
    /// Sources count hidden tracks and intermissions differently.
    static let otherPosition = -25
    static let otherPositionAndTitle = -75
    /// An album may contain several songs called "Interlude".
    static let otherPositionGeneric = -150
    static let sameSourceOtherPosition = -250
    static let sameYear = 20
    static let otherYear = -10
    static let recordingCode = 80
    /// By difference of the lengths, in milliseconds.
    static let durations: [(ms: Int, points: Int)] = [
      (sameDurationMs, 75), (3_000, 25), (7_000, -15), (15_000, -30), (.max, -55),
    ]
    /// Sources round to the second, up or down.
    static let sameDurationMs = 1_000
    /// The score of a different name if position and length agree. The name is in another language
    /// or script, or wrong.
    static let excused = -10
    static let halfExcused = -50
    /// More than any one name counts, so that two features must agree.
    static let hint = 60
  }
}
