/// What each piece of evidence counts. Two records are the same from 100 points on and different
/// from -80 on; in between it is not enough to tell.
///
/// The scale: a name alone makes an artist (100 points), a title and an artist together make an
/// album or song. What speaks against it must be made up for by something else that speaks for it.
/// The sizes are round numbers that were chosen by looking at pairs of records of which the truth is
/// known (`musicbus-bench match` and `pairs`); nothing is fitted by a machine.
enum Weights {
  static let same = 100
  static let different = -80
  /// What an explanation mentions as having nearly joined.
  static let near = 40

  /// A person's word is above ids, and ids are above all that sources say of a thing.
  static let person = 1_000_000
  static let id = 10_000
  /// What lies above it is decided without evidence.
  static let decisive = id / 2

  /// One record is joined to the better of two that are different only if it fits by so much better.
  static let margin = 10

  /// Points for a likeness in percent: the first line that is reached.
  typealias Scale = [(percent: Int, points: Int)]

  static func points(_ percent: Int, _ scale: Scale) -> Int {
    for line in scale where percent >= line.percent { return line.points }
    return 0
  }

  /// The least likeness in percent that counts so many points, or 100 where none does.
  static func percent(for points: Int, _ scale: Scale) -> Int {
    scale.last { $0.points >= points }?.percent ?? 100
  }
}

extension Weights {
  enum Artist {
    /// The name decides where nothing speaks against it; one letter mistyped needs a witness.
    static let name: Scale = [(100, 100), (90, 60), (80, 20), (0, -100)]
    /// Two of ten albums in common are chance for no two artists of one name.
    static let albumsInCommon = 80
    static let noAlbumInCommon = -80
    static let sameGenre = 10
    /// Sources word genres so differently that only far ones speak against it.
    static let farGenre = -40
    static let sameYear = 25
    static let nearYear = 5
    /// Formation, first record and birth are told as the same thing by many.
    static let otherYear = -30
    static let farYear = -80
    static let sameCountry = 10
    static let otherCountry = -20
  }

  enum Album {
    static let title: Scale = [(100, 60), (90, 45), (80, 10), (65, -40), (0, -120)]
    static let artist: Scale = [(100, 50), (90, 40), (80, 20), (0, -150)]
    /// "Greatest Hits", or the artist's own name: the year must tell which.
    static let genericTitle = -20
    /// "Volume 1" is not "Volume 2", however alike the titles are.
    static let numbers = -200
    static let artistID = 50
    static let otherArtistID = -150
    /// "A & B" made it, or "A" alone with B as a guest.
    static let sharedArtist = 40
    static let bothVarious = 15
    static let oneVarious = -15
    static let version = -200
    /// A single is not the album of the same title.
    static let workKind = -200
    /// The same where one source may just not tell kinds.
    static let untoldKind = -100
    /// A live album ("Pulse") is just an album in a store; its year or its tracks must tell.
    static let untoldLive = -25
    static let sameYear = 20
    static let nearYear = 10
    /// A reissue is dated by its own year in most stores.
    static let otherYear = -10
    static let sameTrackCount = 15
    static let otherTrackCount = -10
    static let singleAgainstAlbum = -60
    static let barcode = 90
    /// One source lists two albums of one general title: they are two.
    static let sameSourceGeneric = -150
  }

  enum Song {
    /// Title and artist leave 20 points to spare: a song stands on several albums, of several years.
    static let title: Scale = [(100, 60), (90, 50), (80, 30), (65, 0), (40, -50), (0, -110)]
    static let titleMost = title[0].points
    static let titleLeast = title[title.count - 1].points
    static let artist: Scale = [(100, 60), (90, 50), (80, 30), (65, 0), (40, -40), (0, -75)]
    static let artistLeast = artist[artist.count - 1].points
    static let album: Scale = [(100, 50), (90, 40), (80, 25), (65, 5), (0, -10)]
    static let albumMost = album[0].points
    static let otherAlbumMost = Weights.points(NameComparison.agreeing - 1, album)
    /// "Intro" is the title of a song on every third album.
    static let genericTitle = -45
    static let numbers = -50
    /// A name that is the beginning or end of the other was cut off, or is another name that
    /// begins alike: a little for it, the less the more songs share a beginning.
    static let cutTitle = 0
    static let cutArtist = 20
    static let cutAlbum = 25
    /// "Artist - Title", "Title (Album)": less sure than a name that stands alone.
    static let joined = 40
    static let sharedArtist = 30
    static let bothVarious = 10
    static let oneVarious = -10
    static let version = -75
    static let versionName = -75
    /// The place on an album names a song, so that title or artist may be missing.
    static let samePosition = 45
    /// The same where only one source names the album.
    static let sameTrackNumber = 30
    /// Sources count hidden tracks and intermissions differently.
    static let otherPosition = -25
    static let otherPositionAndTitle = -75
    /// An "Interlude" may stand several times on one album.
    static let otherPositionGeneric = -150
    static let sameSourceOtherPosition = -250
    static let sameYear = 20
    static let otherYear = -10
    static let recordingCode = 80
    /// By the difference of the lengths in milliseconds.
    static let durations: [(ms: Int, points: Int)] = [
      (sameLengthMs, 75), (3_000, 25), (7_000, -15), (15_000, -30), (.max, -55),
    ]
    /// Sources round to the second, up or down.
    static let sameLengthMs = 1_000
    /// What a name that is quite different counts where the place on the album and the length agree:
    /// the name is in another language or script, or wrong.
    static let excused = -10
    static let halfExcused = -50
    /// More than any one name counts, so that two things at least agree.
    static let hint = 60
  }
}
