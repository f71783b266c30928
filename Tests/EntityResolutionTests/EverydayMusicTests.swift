import EntityResolution
import MusicModel
import Testing

/// How sources write the same music, and other music, in everyday searches.
@Suite("Everyday music")
struct EverydayMusicTests {
  private static func isOne(_ records: SourceRecord...) -> Bool {
    Catalog.merge(records).count == 1
  }

  private static func album(
    _ source: String,
    _ title: String,
    by artist: String = "Ann Bell",
    _ year: String? = nil,
    tracks: Int? = nil,
    note: String? = nil
  ) -> SourceRecord {
    EntityResolutionTests.album(
      source,
      "\(source):album:\(title.filter { $0.isASCII && $0.isLetter }.lowercased())",
      title: title,
      by: artist,
      released: year,
      tracks: tracks
    ) { $0.disambiguation = note }
  }

  private static func song(
    _ source: String,
    _ title: String,
    by artist: String = "Ann Bell",
    on album: String? = nil,
    note: String? = nil
  ) -> SourceRecord {
    EntityResolutionTests.song(
      source,
      "\(source):song:\(title.filter { $0.isASCII && $0.isLetter }.lowercased())",
      title: title,
      by: artist,
      on: album,
      length: 201
    ) { $0.disambiguation = note }
  }

  @Test(
    "equal lengths do not make two titles one",
    arguments: [
      ("Alone", "Alone Again"), ("Run", "Run With Her"), ("The Mines", "The Miles"),
      ("Moonlit", "Moonlid"), ("The Sailors", "Die Matrosen"),
      ("Paper Planes (Live)", "Paper Trains (Live)"),
      ("Paper Planes (Acoustic)", "Paper Trains (Acoustic)"),
    ]
  )
  func otherTitles(one: String, other: String) {
    #expect(!Self.isOne(Self.song("itunes", one), Self.song("deezer", other)))
  }

  @Test(
    "a typo, a repeated word and a title cut off do not make one title two",
    arguments: [
      ("Rumours", "uRmours"), ("Harbour", "Habour"), ("Hush", "Hush, hush"),
      ("Purple Evening Sky Over", "Purple Evening Sky Over the Hills"),
      ("Sunset (Radio Mix)", "Sunset"), ("Sunset (7\" Mix)", "Sunset"),
    ]
  )
  func typos(one: String, other: String) {
    #expect(Self.isOne(Self.song("itunes", one), Self.song("deezer", other)))
  }

  @Test("guests stand in the title, in the credit, or nowhere")
  func guests() {
    let credited = Self.song("spotify", "Sunset", by: "Ann Bell, Cy Twist")
    let joined = Self.song("mbid", "Sunset", by: "Ann Bell & Cy Twist")
    let titled = Self.song("itunes", "Sunset (feat. Cy Twist)")
    let alone = Self.song("deezer", "Sunset")
    #expect(Self.isOne(credited, joined, titled, alone))
  }

  @Test("a source that names the guests of one recording has another one without them")
  func guestsOfOneSource() {
    let alone = Self.song("itunes", "Sunset", on: "Sunset")
    let guest = Self.song("itunes", "Sunset (feat. Cy Twist)", on: "Sunset (feat. Cy Twist)")
    let other = Self.song("deezer", "Sunset", on: "Sunset")
    let merged = groups(Catalog.merge([alone, guest, other]))
    #expect(
      merged == [["deezer:song:sunset", "itunes:song:sunset"], ["itunes:song:sunsetfeatcytwist"]]
    )
  }

  @Test("a place of a concert is written with its town, or in the language of its country")
  func places() {
    let noted = Self.song("mbid", "Rain", note: "live, 2003-05-04: Olympia, Paris, France")
    #expect(Self.isOne(noted, Self.song("deezer", "Rain (Live à l’Olympia)")))
    #expect(!Self.isOne(noted, Self.song("deezer", "Rain (Live in Rome)")))
  }

  @Test(
    "an edition may have any name, with and without brackets",
    arguments: [
      "Complete", "Collectors", "Experience", "Ultimate", "Definitive", "Gold", "The Complete",
    ]
  )
  func editions(name: String) {
    let plain = Self.album("mbid", "Blue Hours", "1999")
    for title in [
      "Blue Hours (\(name) Edition)", "Blue Hours \(name) Edition", "Blue Hours - \(name) Edition",
    ] {
      #expect(Self.isOne(plain, Self.album("itunes", title, "2009", tracks: 22)), "\(title)")
    }
    #expect(!Self.isOne(plain, Self.album("itunes", "Blue \(name) Edition", "1999")))
  }

  @Test("a new mix of a year is an edition of an album")
  func newMix() {
    let plain = Self.album("mbid", "Blue Hours", "1999")
    #expect(Self.isOne(plain, Self.album("itunes", "Blue Hours (2019 Mix)", "1999")))
    #expect(!Self.isOne(plain, Self.album("itunes", "Blue Hours (Club Mix)", "1999")))
  }

  @Test("singles with other guests are two, and a guest may stand in the credit")
  func singles() {
    let alone = Self.album("itunes", "Flowers - Single", "2020", tracks: 1)
    let guest = Self.album("itunes", "Flowers (with Cy Twist) - Single", "2021", tracks: 1)
    let credited = Self.album(
      "deezer",
      "Flowers - Single",
      by: "Ann Bell & Cy Twist",
      "2021",
      tracks: 1
    )
    #expect(!Self.isOne(alone, guest))
    #expect(Self.isOne(guest, credited))
  }

  @Test("the artist's name in front of a title belongs to it or not")
  func artistInTitle() {
    let plain = Self.album("mbid", "Gold", by: "Nena", "2002")
    #expect(Self.isOne(plain, Self.album("itunes", "Nena Gold", by: "Nena", "2002")))
    #expect(Self.isOne(plain, Self.album("itunes", "Nena: Gold", by: "Nena", "2002")))
    #expect(!Self.isOne(plain, Self.album("itunes", "Nena Live", by: "Nena", "2002")))
  }

  @Test("albums that bear the artist's name are told apart by a note or a year")
  func selfTitled() {
    func named(_ source: String, _ title: String, _ year: String?, note: String? = nil)
      -> SourceRecord
    {
      Self.album(source, title, by: "Mia Stone", year, note: note)
    }
    let first = named("mbid", "Mia Stone", "1977", note: "1: Bike")
    let third = named("mbid", "Mia Stone", "1980", note: "third album; a.k.a. Mia Stone III")
    let wedding = named("mbid", "Mia Stone", "1993", note: "The Wedding Record")
    #expect(Self.isOne(first, named("itunes", "Mia Stone 1: Bike (Remastered)", "1977")))
    #expect(Self.isOne(third, named("itunes", "Mia Stone III", "1980")))
    #expect(Self.isOne(wedding, named("deezer", "The Wedding Record", nil)))
    #expect(!Self.isOne(first, named("itunes", "Mia Stone III", "1980")))
    #expect(
      Self.isOne(named("mbid", "Mia Stone", "2003"), named("itunes", "Mia Stone (2003)", "2003"))
    )
    #expect(
      !Self.isOne(named("mbid", "Mia Stone", "1980"), named("itunes", "Mia Stone (2003)", "2003"))
    )
    #expect(
      !Self.isOne(
        named("spotify", "Mia Stone (1969)", nil),
        named("itunes", "Mia Stone (1971)", nil)
      )
    )
  }

  @Test(
    "traditional and simplified characters are one name",
    arguments: [("張國榮", "张国荣"), ("鄧麗君", "邓丽君")]
  )
  func chinese(traditional: String, simplified: String) {
    let one = artist("musicbrainz", "mbid:artist:1", name: traditional)
    #expect(Self.isOne(one, artist("deezer", "deezer:artist:1", name: simplified)))
    #expect(!Self.isOne(one, artist("deezer", "deezer:artist:1", name: "王菲")))
  }

  @Test("a source that spells one artist in two ways lists no other artist")
  func spelledTwice() {
    let one = artist("deezer", "deezer:artist:1", name: "Sigur Rós")
    let again = artist("deezer", "deezer:artist:1", name: "Sigur Ros")
    let other = artist("itunes", "itunes:artist:1", name: "Sigur Ros")
    #expect(Self.isOne(one, again, other))
    let another = artist("deezer", "deezer:artist:2", name: "Sigur Ros")
    #expect(!Self.isOne(one, another, other))
  }

  @Test("another name of a third artist joins neither of two namesakes")
  func sharedAlias() {
    let japan = artist("musicbrainz", "mbid:artist:1", name: "Echo Japan") { $0.aliases = ["Echo"] }
    let angeles = artist("musicbrainz", "mbid:artist:2", name: "Echo") {
      $0.country = "United States"
    }
    let detroit = artist("musicbrainz", "mbid:artist:3", name: "Echo") { $0.country = "Canada" }
    let deezer = artist("deezer", "deezer:artist:1", name: "Echo Japan")
    let merged = Catalog.merge([japan, angeles, detroit, deezer])
    #expect(groups(merged).contains(["deezer:artist:1", "mbid:artist:1"]))
  }

  @Test(
    "the traditional and the anonymous artist are nobody",
    arguments: ["Traditional", "Anonyme"]
  )
  func nameless(name: String) {
    let one = artist("itunes", "itunes:artist:1", name: name)
    #expect(!Self.isOne(one, artist("deezer", "deezer:artist:1", name: name)))
  }

  @Test("an orchestra has a name in each language, and a conductor several orchestras")
  func orchestras() {
    func symphonies(_ source: String, _ artist: String) -> SourceRecord {
      Self.album(source, "Brahms: Symphonies Nos. 1 & 3", by: artist, tracks: 8)
    }
    let store = symphonies("itunes", "Carla Kleis & Vienna Philharmonic")
    #expect(Self.isOne(store, symphonies("deezer", "Wiener Philharmoniker, Carla Kleis")))
    #expect(!Self.isOne(store, symphonies("deezer", "Berliner Philharmoniker, Carla Kleis")))
    #expect(Self.isOne(store, Self.album("audiodb", "Symphonies Nos. 1 & 3", by: "Carla Kleis")))
  }

  @Test(
    "a song says of which song it is a version",
    arguments: [
      ("Rain (Live in Rome) [Remastered 2004]", "live version", "Rain"),
      ("Rain - Extended Club Mix", "extended remix", "Rain"),
      ("Rain (Acoustic Version)", "acoustic version", "Rain"),
      ("Rain (Instrumental)", "instrumental version", "Rain"),
      ("Rain (Ann's Version)", "version", "Rain"), ("Rain", nil, nil),
      ("Live Forever (Remastered)", nil, nil), ("Remix", nil, nil),
    ] as [(String, String?, String?)]
  )
  func versions(title: String, version: String?, original: String?) {
    guard case .song(let song)? = Catalog.merge([Self.song("deezer", title)]).first?.entity else {
      Issue.record("no song")
      return
    }
    #expect(song.version == version)
    #expect(song.versionOf == original)
  }

  @Test("a note on a recording says of which song it is a version")
  func notedVersion() {
    let noted = Self.song("mbid", "Rain", note: "live, 2003-05-04: Olympia, Paris, France")
    guard case .song(let song)? = Catalog.merge([noted]).first?.entity else { return }
    #expect(song.version == "live version")
    #expect(song.versionOf == "Rain")
  }
}
