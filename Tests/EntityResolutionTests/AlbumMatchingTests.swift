import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Matching albums")
struct AlbumMatchingTests {
  /// Two albums of one artist from two sources.
  struct Case: CustomTestStringConvertible {
    var one: String
    var other: String
    var by = "Pink Floyd"
    var andBy: String?
    var years: (String?, String?) = (nil, nil)
    var tracks: (Int?, Int?) = (nil, nil)

    var testDescription: String { "\(one) / \(other)" }

    var verdict: RecordComparison.Decision {
      Catalog.compare(
        album(
          "itunes-search",
          "itunes:album:1",
          title: one,
          by: by,
          released: years.0,
          tracks: tracks.0
        ),
        album(
          "audiodb",
          "audiodb:album:2",
          title: other,
          by: andBy ?? by,
          released: years.1,
          tracks: tracks.1
        )
      ).decision
    }
  }

  @Test(
    "editions belong to one release group",
    arguments: [
      Case(one: "Animals", other: "Animals"),
      Case(one: "The Wall", other: "The Wall (Deluxe Edition)"),
      Case(one: "The Wall", other: "The Wall [2011 Remastered Version]"),
      Case(one: "The Wall", other: "The Wall - Remastered 2011"),
      Case(one: "Rumours", other: "Rumours (35th Anniversary Edition)", by: "Fleetwood Mac"),
      Case(one: "Rumours", other: "Rumours (Super Deluxe)", by: "Fleetwood Mac"),
      Case(one: "1989", other: "1989 (Deluxe)", by: "Taylor Swift"),
      Case(one: "Recovery [Explicit]", other: "Recovery (Amazon Version) [Clean]", by: "Eminem"),
      Case(one: "Funhouse", other: "Funhouse (UK Version)", by: "P!nk"),
      Case(one: "The Hunting Party", other: "The Hunting Party (Japan Edition)", by: "Linkin Park"),
      Case(
        one: "Show No Mercy",
        other: "Show No Mercy",
        by: "Slayer",
        years: ("1993-01-11", "1983")
      ),
      Case(
        one: "In Between Dreams",
        other: "In Between Dreams (Bonus Track Version)",
        by: "Jack Johnson"
      ),
      Case(
        one: "Frozen (Original Motion Picture Soundtrack)",
        other: "Frozen",
        by: "Various Artists",
        years: ("2013", "2013"),
        tracks: (32, 32)
      ),
      Case(one: "Don’t Look Back", other: "Don't Look Back", by: "Boston"),
      Case(
        one: "Mellon Collie & The Infinite Sadness",
        other: "Mellon Collie and the Infinite Sadness",
        by: "The Smashing Pumpkins",
        andBy: "Smashing Pumpkins"
      ),
      Case(one: "Ágætis byrjun", other: "Agaetis Byrjun", by: "Sigur Rós", andBy: "Sigur Ros"),
      Case(
        one: "The Heist",
        other: "The Heist",
        by: "Macklemore & Ryan Lewis",
        andBy: "Macklemore"
      ),
      Case(one: "Группа крови", other: "ГРУППА КРОВИ", by: "Кино"),
    ]
  )
  func same(pair: Case) { #expect(pair.verdict == .same) }

  @Test(
    "another version, kind, volume or artist is another release group",
    arguments: [
      Case(one: "Pulse", other: "Pulse (Live)"),
      Case(one: "Animals", other: "Animals (Karaoke Version)"),
      Case(one: "Hybrid Theory", other: "Hybrid Theory (Acoustic)", by: "Linkin Park"),
      Case(one: "Believer - Single", other: "Believer - EP", by: "Imagine Dragons"),
      Case(one: "Greatest Hits, Vol. 1", other: "Greatest Hits, Vol. 2", by: "Queen"),
      Case(one: "I Am Not a Human Being", other: "I Am Not a Human Being II", by: "Lil Wayne"),
      Case(one: "Chicago V", other: "Chicago VI", by: "Chicago"),
      Case(one: "1989", other: "1989", by: "Taylor Swift", andBy: "Ryan Adams"),
      Case(one: "Live in Paris", other: "Live in Rome", by: "Diana Krall"),
      Case(one: "The Wall (Tribute)", other: "The Wall"),
      Case(one: "Meddle", other: "Animals"),
    ]
  )
  func different(pair: Case) { #expect(pair.verdict == .different) }

  @Test(
    "a generic title needs more evidence than the artist",
    arguments: [
      Case(
        one: "Greatest Hits",
        other: "Greatest Hits",
        by: "Queen",
        years: ("1981", "1992"),
        tracks: (17, 10)
      ),
      Case(one: "Weezer", other: "Weezer", by: "Weezer", years: ("1994", "2001")),
      Case(
        one: "The Sampler",
        other: "The Sampler",
        by: "Various Artists",
        years: ("1999", "2010")
      ),
      Case(one: "Live", other: "Live", by: "Various Artists"),
    ]
  )
  func undecided(pair: Case) { #expect(pair.verdict == .undecided) }

  @Test("an EP is not joined to the album of its title")
  func ep() {
    let one = album("itunes-search", "itunes:album:1", title: "Control", by: "Disclosure")
    let ep = album("itunes-search", "itunes:album:2", title: "Control - EP", by: "Disclosure")
    let withArtist = album("audiodb", "audiodb:album:3", title: "Control", by: "Disclosure") {
      $0.albumKind = .ep
    }
    #expect(Catalog.compare(one, ep).decision == .different)
    #expect(Catalog.compare(one, withArtist).decision == .undecided)
    #expect(Catalog.compare(ep, withArtist).decision == .same)
  }

  @Test("a product code with leading zeros is the same code")
  func barcode() {
    let a = album(
      "itunes-search",
      "itunes:album:1",
      "upc:album:00602475093060",
      title: "Live",
      by: "Queen"
    )
    let b = album(
      "spotify",
      "spotify:album:2",
      "upc:album:602475093060",
      title: "Live",
      by: "Queen"
    )
    #expect(Catalog.compare(a, b).decision == .same)
    #expect(Catalog.compare(a, b).reasons?.contains { $0.text == "same product code" } == true)
  }

  @Test(
    "artists in two scripts decide nothing; a product code does, or the year and the number of tracks",
    arguments: [
      (true, false, RecordComparison.Decision.same), (false, false, .undecided),
      (false, true, .same),
    ]
  )
  func scripts(_ haveCode: Bool, _ haveFacts: Bool, _ verdict: RecordComparison.Decision) {
    let albums = [("mbid:release-group:1", "宇多田ヒカル"), ("deezer:album:1", "Hikaru Utada")]
      .map { id, artist in
        album(
          id.hasPrefix("m") ? "musicbrainz" : "deezer",
          id,
          title: "First Love",
          by: artist,
          released: haveFacts ? "1999-03-10" : nil,
          tracks: haveFacts ? 12 : nil
        ) { if haveCode { $0.ids.append(EntityID("upc:album:602426322034")!) } }
      }
    #expect(Catalog.compare(albums[0], albums[1]).decision == verdict)
  }

  @Test("two albums of one source with one generic title are two release groups")
  func selfTitled() {
    let weezer = [
      album(
        "itunes-search",
        "itunes:album:1",
        title: "Weezer",
        by: "Weezer",
        released: "1994-05-10"
      ),
      album(
        "itunes-search",
        "itunes:album:2",
        title: "Weezer",
        by: "Weezer",
        released: "2001-05-15"
      ),
      album("audiodb", "audiodb:album:3", title: "Weezer", by: "Weezer", released: "1994"),
    ]
    #expect(
      groups(Catalog.merge(weezer)) == [
        ["audiodb:album:3", "itunes:album:1"], ["itunes:album:2"],
      ]
    )
  }

  @Test(
    "a live album, remix or demo that a store lists as an album matches by its year",
    arguments: [AlbumKind.live, .remix, .demo]
  )
  func unmarked(kind: AlbumKind) {
    let store = album("itunes-search", "itunes:album:1", title: "Pulse", by: "Pink Floyd") {
      $0.albumKind = .album
      $0.releaseDate = date("1995-05-29")
    }
    func marked(released: String?) -> SourceRecord {
      album("audiodb", "audiodb:album:2", title: "Pulse", by: "Pink Floyd", released: released) {
        $0.albumKind = kind
      }
    }
    #expect(Catalog.compare(store, marked(released: "1995")).decision == .same)
    #expect(Catalog.compare(store, marked(released: "2005")).decision == .undecided)
    #expect(Catalog.compare(store, marked(released: nil)).decision == .undecided)
  }

  @Test("an EP with the year and the tracks of an album is one, in another source only")
  func longEP() {
    func titled(_ source: String, _ kind: AlbumKind, tracks: Int) -> SourceRecord {
      album(
        source,
        "\(source):album:\(kind.rawValue)",
        title: "Harbour Nights",
        by: "Ann",
        released: "2004",
        tracks: tracks
      ) {
        $0.albumKind = kind
      }
    }
    let ep = titled("itunes", .ep, tracks: 6)
    #expect(Catalog.compare(ep, titled("mbid", .album, tracks: 6)).decision == .same)
    #expect(Catalog.compare(ep, titled("mbid", .album, tracks: 12)).decision != .same)
    #expect(Catalog.compare(ep, titled("itunes", .album, tracks: 6)).decision != .same)
  }

  @Test("a live album says so in its title or by its kind")
  func liveByKind() {
    func titled(_ source: String, _ title: String, _ kind: AlbumKind?) -> SourceRecord {
      album(source, "\(source):album:1", title: title, by: "Ann", released: "2004") {
        $0.albumKind = kind
      }
    }
    for title in ["Harbour Nights (Live)", "Unplugged (Live)"] {
      let plain = title.replacing(" (Live)", with: "")
      let (store, library) = (titled("itunes", title, nil), titled("mbid", plain, .live))
      #expect(Catalog.compare(store, library).decision == .same, "\(title)")
    }
    let other = titled("mbid", "Harbour Nights", nil)
    #expect(
      Catalog.compare(titled("itunes", "Harbour Nights (Live)", nil), other).decision != .same
    )
  }

  @Test("that are numbered in Roman numerals differ by them, also before an edition")
  func romanNumerals() {
    func titled(_ source: String, _ title: String) -> SourceRecord {
      album(source, "\(source):album:1", title: title, by: "Led Zeppelin")
    }
    let second = titled("itunes", "Led Zeppelin II (Remastered)")
    let fourth = titled("deezer", "Led Zeppelin IV (Deluxe Edition) [Remastered]")
    #expect(Catalog.compare(second, fourth).decision == .different)
    let game = titled("itunes", "FINAL FANTASY VII (Original Soundtrack)")
    let score = titled("deezer", "Final Fantasy VII Original Soundtrack")
    #expect(Catalog.compare(game, score).decision != .different)
  }

  @Test("by an artist who is known under several names are one, with any of the names")
  func knownArtist() throws {
    let names = [("mbid", "Ye"), ("itunes", "Kanye West"), ("deezer", "Kanye West")]
    let albums = names.map { source, name in
      album(source == "mbid" ? "musicbrainz" : source, "\(source):album:1", title: "Graduation") {
        $0.artist = ArtistReference(id: id("\(source):artist:7"), name: name)
        $0.releaseDate = date("2007")
      }
    }
    #expect(Catalog.merge(albums).count == 2)
    var links = KnownLinks()
    let artist = names.map { id("\($0.0):artist:7") }
    links.addFavorites(of: albums) { artist.contains($0) ? artist : nil }
    #expect(Catalog.merge(albums, links: links).count == 1)
    let songs = names.map { source, name in
      song(source == "mbid" ? "musicbrainz" : source, "\(source):song:1", title: "Stronger") {
        $0.artist = ArtistReference(id: id("\(source):artist:7"), name: name)
        $0.durationMs = 311_866
      }
    }
    #expect(Catalog.merge(songs, links: links).count == 1)
  }
}
