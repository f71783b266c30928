import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Matching songs")
struct SongMatchingTests {
  /// Two songs from two sources.
  struct Case: CustomTestStringConvertible {
    var one: String
    var other: String
    var by = "Coldplay"
    var andBy: String?
    var albums: (String?, String?) = (nil, nil)
    var lengths: (Int?, Int?) = (nil, nil)
    var tracks: (Int?, Int?) = (nil, nil)

    var testDescription: String { "\(one) / \(other)" }

    var verdict: RecordComparison.Decision {
      Catalog.compare(
        song(
          "itunes-search",
          "itunes:song:1",
          title: one,
          by: by,
          on: albums.0,
          length: lengths.0,
          track: tracks.0
        ),
        song(
          "audiodb",
          "audiodb:song:2",
          title: other,
          by: andBy ?? by,
          on: albums.1,
          length: lengths.1,
          track: tracks.1
        )
      ).decision
    }
  }

  @Test(
    "a performer and a composer are of one recording if one of them is named by the other's title"
  )
  func composerInTitle() {
    let symphony = "Symphony No. 5 in C-Sharp Minor: IV. Adagietto"
    let named = Case(
      one: symphony,
      other: "Mahler: \(symphony)",
      by: "Gustav Mahler",
      andBy: "Berliner Philharmoniker",
      lengths: (571, 571)
    )
    var other = named
    (other.other, other.andBy) = (symphony, "Wiener Symphoniker")
    #expect(named.verdict == .same)
    #expect(other.verdict != .same)
  }

  @Test(
    "one recording, however it is spelled",
    arguments: [
      Case(one: "Yellow", other: "Yellow"),
      Case(
        one: "Yellow",
        other: "YELLOW",
        albums: ("Parachutes", "Parachutes (Deluxe)"),
        lengths: (269, 267)
      ),
      Case(one: "Yellow", other: "Yellow", albums: ("Parachutes", "Now 47"), lengths: (269, 269)),
      Case(one: "Timber (feat. Ke$ha)", other: "Timber", by: "Pitbull", lengths: (204, 204)),
      Case(one: "Timber", other: "Timber [Explicit]", by: "Pitbull feat. Kesha", andBy: "Pitbull"),
      Case(one: "So What (Main Version)", other: "So What", by: "P!nk"),
      Case(
        one: "Paint It Black - Remastered 2006",
        other: "Paint It Black",
        by: "The Rolling Stones",
        andBy: "Rolling Stones"
      ),
      Case(one: "Last Prayer, Pt. 2", other: "Last Prayer (Part Two)", by: "Anachronia"),
      Case(
        one: "Over When It's Over (Live)",
        other: "Over When It's Over",
        by: "Eric Church",
        albums: ("Caught in the Act (Live)", "Caught in the Act: Live"),
        lengths: (179, 179)
      ),
      Case(one: "Stan", other: "Stan", by: "Eminem", andBy: "Eminem & Dido", lengths: (404, 404)),
      Case(
        one: "Sitar",
        other: "シタール",
        by: "Ravi",
        albums: ("Ragas", "Ragas"),
        lengths: (300, 300),
        tracks: (4, 4)
      ),
      Case(one: "Yelow", other: "Yellow", lengths: (269, 269)),
      Case(one: "Clocks - Radio Edit", other: "Clocks"),
      Case(one: "Clocks (Radio Mix)", other: "Clocks"),
      Case(one: "Gente (Ao Vivo)", other: "Gente - Live", by: "Marisa", lengths: (201, 201)),
      Case(one: "Vivo así", other: "Vivo Asi (Deluxe)", by: "Marisa", lengths: (201, 201)),
      Case(
        one: "One Dance",
        other: "One Dance (feat. Wizkid & Kyla)",
        by: "Drake, Wizkid, Kyla",
        andBy: "Drake",
        lengths: (173, 173)
      ),
    ]
  )
  func same(pair: Case) { #expect(pair.verdict == .same) }

  @Test(
    "another version, part or song does not match",
    arguments: [
      Case(one: "Yellow (Live)", other: "Yellow", lengths: (300, 269)),
      Case(
        one: "Titanium (Alesso Remix)",
        other: "Titanium (Cazzette Mix)",
        by: "David Guetta",
        lengths: (380, 395)
      ),
      Case(
        one: "Titanium",
        other: "Titanium (Instrumental)",
        by: "David Guetta",
        lengths: (245, 290)
      ),
      Case(one: "Shake It Off (Karaoke Version)", other: "Shake It Off", by: "Taylor Swift"),
      Case(
        one: "Pigs, Pt. 1",
        other: "Pigs, Pt. 2",
        by: "Pink Floyd",
        albums: ("Animals", "Animals"),
        tracks: (3, 4)
      ),
      Case(one: "Hayloft", other: "Hayloft II", by: "Mother Mother"),
      Case(
        one: "Hallelujah",
        other: "Hallelujah",
        by: "Leonard Cohen",
        andBy: "Jeff Buckley",
        lengths: (278, 413)
      ),
      Case(one: "Fix You", other: "Yellow", lengths: (269, 269)),
      Case(
        one: "Live and Learn (Live)",
        other: "Live and Learn (2011 Remaster)",
        by: "Joe Public",
        lengths: (240, 233)
      ),
      Case(
        one: "Demo Tape (Demo)",
        other: "Demo Tape",
        by: "The Office",
        lengths: (150, 171)
      ),
      Case(
        one: "Silver",
        other: "Silver (Ann's Version)",
        by: "Ann",
        albums: ("Metals", "Metals (Ann's Version)"),
        lengths: (221, 221),
        tracks: (3, 3)
      ),
      Case(
        one: "Growing (Thai Ver.)",
        other: "Growing (Lao Ver.)",
        by: "Siam",
        albums: ("Roots", "Roots"),
        lengths: (221, 221),
        tracks: (3, 3)
      ),
      Case(
        one: "Stardust",
        other: "Stardust",
        by: "Alvin Marsh & His Orchestra",
        andBy: "Buddy Stone and His Orchestra"
      ),
      Case(one: "Sunday", other: "Sunday", by: "The Velvets & Mona", andBy: "Mona"),
      Case(one: "Per te", other: "Per te", by: "Luca & Anna", andBy: "Luca & Eva"),
      Case(one: "Interlude", other: "Interlude", by: "Mike", andBy: "Tom", lengths: (40, 40)),
    ]
  )
  func notTheSame(pair: Case) { #expect(pair.verdict != .same) }

  @Test(
    "of a concert are as many as the album has, however alike their titles end",
    arguments: [" (Live)", " - Live at the Harbour, Lisbon", " (Acoustic)", " (Ann's Version)"]
  )
  func concert(_ ending: String) {
    let titles = [
      "Amber", "Brick", "Cinder", "Drift", "Flint", "Fjord", "Grove", "Harbour", "Inlet", "Jetty",
      "Kelp", "Lantern",
    ]
    let records = titles.enumerated().map { number, title in
      song(
        "deezer",
        "deezer:song:\(number)",
        title: title + ending,
        by: "Ann",
        on: "Tides" + ending,
        length: 200 + number / 4
      )
    }
    #expect(Catalog.merge(records).count == titles.count)
  }

  @Test("four records of one song are one song")
  func oneSongFourTimes() {
    let records = [
      song(
        "itunes-search",
        "itunes:song:1",
        title: "Banana Pancakes",
        by: "Jack Johnson",
        on: "In Between Dreams",
        length: 191,
        track: 3
      ),
      song(
        "itunes-search",
        "itunes:song:2",
        title: "Banana Pancakes",
        by: "Jack Johnson",
        on: "In Between Dreams (Bonus Track Version)",
        length: 191,
        track: 3
      ),
      song(
        "itunes-search",
        "itunes:song:3",
        title: "Banana Pancakes",
        by: "Jack Johnson",
        on: "Jack Johnson & Friends",
        length: 192,
        track: 9
      ),
      song(
        "audiodb",
        "audiodb:song:4",
        title: "Banana Pancakes",
        by: "Jack Johnson",
        on: "In Between Dreams",
        length: 191
      ),
    ]
    #expect(Catalog.merge(records).count == 1)
  }

  @Test("two positions on one album of one source are two songs")
  func reprise() {
    let records = [
      song(
        "itunes-search",
        "itunes:song:1",
        title: "In the Flesh",
        by: "Pink Floyd",
        on: "The Wall",
        length: 200,
        track: 1
      ),
      song(
        "itunes-search",
        "itunes:song:2",
        title: "In the Flesh",
        by: "Pink Floyd",
        on: "The Wall",
        length: 200,
        track: 21
      ),
    ]
    #expect(Catalog.merge(records).count == 2)
  }

  @Test("a song has another position on another edition")
  func otherEdition() {
    let albums = [
      ("The Dark Side of the Moon", 6),
      ("The Dark Side of the Moon (50th Anniversary) [Remastered]", 4),
    ]
    let records = albums.enumerated().map { index, album in
      song(
        "itunes-search",
        "itunes:song:\(index)",
        title: "Money",
        by: "Pink Floyd",
        on: album.0,
        length: 383,
        track: album.1
      )
    }
    #expect(Catalog.merge(records).count == 1)
  }

  @Test("recording ids separate similar takes")
  func recordings() {
    let a = song("musicbrainz", "mbid:recording:1", title: "Yellow", by: "Coldplay", length: 269)
    let b = song("musicbrainz", "mbid:recording:2", title: "Yellow", by: "Coldplay", length: 269)
    #expect(Catalog.compare(a, b).decision == .different)
  }

  @Test(
    "numbers of works are read as each source writes them",
    arguments: [
      (
        "Symphony No. 5 in C Minor, Op. 67: I. Allegro",
        "Symphony No.5 In C Minor, Op.67 - 1. Allegro"
      ),
      ("Winterreise, D. 911: No. 1, Gute Nacht", "Winterreise, D.911: 1. Gute Nacht"),
      ("Suite bergamasque, L. 75: III. Clair de lune", "Suite bergamasque, L 75: 3. Clair de lune"),
      (
        "Piano Sonata No. 11, K. 331: III. Alla turca",
        "Piano Sonata no. 11, KV 331: III. Alla turca"
      ),
      ("Nocturne No. 2 in E-Flat Major, Op. 9, No. 2", "Nocturne in E-Flat Major, Op. 9 No. 2"),
      ("Symphony No. 9, Op. 95, B. 178: IV. Allegro", "Symphony No. 9, Op. 95: IV. Allegro"),
    ]
  )
  func works(_ one: String, _ other: String) {
    let a = song("itunes-search", "itunes:song:1", title: one, by: "Maria Pires", length: 321)
    let b = song("deezer", "deezer:song:2", title: other, by: "Maria Pires", length: 321)
    #expect(Catalog.compare(a, b).decision == .same)
  }

  @Test(
    "another accompaniment, and decades without a known length, are other recordings",
    arguments: [
      ("If I Can Dream (with the Royal Philharmonic Orchestra)", nil),
      ("If I Can Dream (Backing Track)", nil), ("If I Can Dream", "1992"),
    ]
  )
  func otherRecordings(_ title: String, _ year: String?) {
    let a = song("itunes-search", "itunes:song:1", title: "If I Can Dream", by: "Elvis") {
      $0.releaseDate = date("1968")
      $0.album = AlbumReference(title: "NBC-TV Special")
    }
    let b = song("deezer", "deezer:song:2", title: title, by: "Elvis") {
      $0.releaseDate = year.map { date($0) }
      $0.album = AlbumReference(title: "Another Album")
    }
    #expect(Catalog.compare(a, b).decision != .same)
  }

  @Test("other movements and other works are other recordings")
  func otherWorks() {
    for other in ["Op. 67: II. Allegro", "Op. 68: I. Allegro"] {
      let title = "Symphony No. 5 in C Minor, "
      let a = song(
        "itunes-search",
        "itunes:song:1",
        title: title + "Op. 67: I. Allegro",
        by: "Maria Pires",
        length: 321
      )
      let b = song("deezer", "deezer:song:2", title: title + other, by: "Maria Pires", length: 321)
      #expect(Catalog.compare(a, b).decision != .same, "\(other)")
    }
  }

  @Test("classical pieces differ by their numbers")
  func classical() {
    let movements = (1...4).flatMap { movement -> [SourceRecord] in
      let title =
        "Symphony No. 5 in C Minor, Op. 67: \(["I", "II", "III", "IV"][movement - 1]). Satz \(movement)"
      return [
        song(
          "itunes-search",
          "itunes:song:\(movement)",
          title: title,
          by: "Ludwig van Beethoven",
          on: "Symphonies",
          length: 400 + movement * 9,
          track: movement
        ),
        song(
          "audiodb",
          "audiodb:song:\(movement)",
          title: title,
          by: "Berliner Philharmoniker & Ludwig van Beethoven",
          on: "Symphonies",
          length: 400 + movement * 9,
          track: movement
        ),
      ]
    }
    #expect(
      groups(Catalog.merge(movements))
        == (1...4).map { ["audiodb:song:\($0)", "itunes:song:\($0)"] }
    )
  }
}
