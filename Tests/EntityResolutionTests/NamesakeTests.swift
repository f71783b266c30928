import EntityResolution
import MusicModel
import Testing

@Suite("Namesakes, and one artist in two scripts")
struct NamesakeTests {
  /// The records of two sources about artists of one name.
  struct Case: CustomTestStringConvertible {
    var name: String
    var years: (Int?, Int?) = (nil, nil)
    var genres: (String?, String?) = (nil, nil)
    var countries: (String?, String?) = (nil, nil)
    var andName: String?

    var testDescription: String { name }

    var records: [SourceRecord] {
      [
        artist("itunes-search", "itunes:artist:1", name: name) {
          $0.formedYear = years.0
          $0.genres = [genres.0].compactMap(\.self)
          $0.country = countries.0
        },
        artist("audiodb", "audiodb:artist:2", name: andName ?? name) {
          $0.formedYear = years.1
          $0.genres = [genres.1].compactMap(\.self)
          $0.country = countries.1
        },
      ]
    }
  }

  @Test("records of a namesake stay together if another source adds both namesakes by name")
  func furtherSource() {
    let known = [
      artist("itunes-search", "itunes:artist:1", name: "Slayer") { $0.genres = ["Metal"] },
      artist("itunes-search", "itunes:artist:2", name: "Slayer") { $0.genres = ["Electronic"] },
      artist("audiodb", "audiodb:artist:3", "mbid:artist:3", name: "Slayer") {
        $0.genres = ["Thrash Metal"]
      },
    ]
    let added = ["mbid:artist:3", "mbid:artist:4"].map {
      artist("musicbrainz", $0, name: "Slayer")
    }
    for records in [known + added, added + known.reversed()] {
      let merged = Catalog.merge(records)
      let metal = merged.first { $0.entity.ids.contains(id("itunes:artist:1")) }
      #expect(metal?.entity.ids.contains(id("audiodb:artist:3")) == true)
      #expect(metal?.entity.ids.contains(id("mbid:artist:3")) == true)
      #expect(metal?.records.count == 3)
    }
  }

  @Test(
    "namesakes remain two if reliable evidence separates them",
    arguments: [
      Case(name: "Slayer", years: (1981, 1998), genres: ("Thrash Metal", "Electronic")),
      Case(name: "Nirvana", years: (1987, 1965), countries: ("USA", "UK")),
      Case(name: "Air", genres: ("Electronic", "Avant-Garde Jazz"), countries: ("France", "USA")),
      Case(name: "Bush", years: (1992, 1969), countries: ("England", "Canada")),
      Case(name: "John Williams", years: (1932, 1941), countries: ("USA", "Australia")),
      Case(name: "Genesis", years: (1967, 2004), countries: ("UK", "Colombia")),
      Case(name: "Trouble", genres: ("Doom Metal", "Hip Hop")),
      Case(name: "The Beat", years: (1978, 1979), countries: ("UK", "USA")),
      Case(name: "Kiss", genres: ("Hard Rock", "K-Pop"), countries: ("USA", "South Korea")),
    ]
  )
  func two(pair: Case) { #expect(Catalog.merge(pair.records).count == 2) }

  @Test(
    "differences in wording do not split an artist",
    arguments: [
      Case(name: "Slayer", years: (1981, 1981), genres: ("Metal", "Thrash Metal")),
      Case(name: "Nirvana", years: (1987, 1988), genres: ("Alternative", "Grunge")),
      Case(name: "Björk", genres: ("Alternative", "Electronic"), andName: "Bjork"),
      Case(name: "Sigur Rós", countries: ("Iceland", "Reykjavík, Iceland"), andName: "SIGUR ROS"),
      Case(name: "The Beatles", countries: ("UK", "Liverpool, England"), andName: "Beatles, The"),
      Case(name: "Simon & Garfunkel", andName: "Simon and Garfunkel"),
      Case(name: "Guns N' Roses", andName: "Guns N’ Roses"), Case(name: "AC/DC", andName: "ACDC"),
      Case(name: "P!nk", andName: "Pink"), Case(name: "Ke$ha", andName: "Kesha"),
      Case(name: "!!!"), Case(name: "+/-"), Case(name: "Кино", andName: "КИНО"),
      Case(name: "宇多田ヒカル"), Case(name: "Μίκης Θεοδωράκης", andName: "ΜΙΚΗΣ ΘΕΟΔΩΡΑΚΗΣ"),
    ]
  )
  func one(pair: Case) { #expect(Catalog.merge(pair.records).count == 1) }

  @Test(
    "a similar name is a different name",
    arguments: [
      Case(name: "Ne-Yo", andName: "Neon"), Case(name: "!!!", andName: "+"),
      Case(name: "The The", andName: "The Who"), Case(name: "A-ha", andName: "Aqua"),
      Case(name: "Pink Floyd", andName: "The Pink Floyd Tribute Band"),
      Case(name: "Jack Johnson", andName: "Jack Johnson & Friends"),
      Case(name: "Кино", andName: "Кинo и друзья"), Case(name: "Blink-182", andName: "Blink"),
    ]
  )
  func similar(pair: Case) { #expect(Catalog.merge(pair.records).count == 2) }

  @Test("the two Slayers remain two, however many sources list each")
  func slayers() {
    let metal = ["itunes-search", "audiodb", "musicbrainz"]
    let records =
      metal.enumerated().map { number, source in
        artist(source, "\(["itunes", "audiodb", "mbid"][number]):artist:1", name: "Slayer") {
          $0.genres = ["Thrash Metal"]
          $0.formedYear = 1981
        }
      } + [
        artist("itunes-search", "itunes:artist:2", name: "Slayer") {
          $0.genres = ["Electronic"]
          $0.formedYear = 1998
        },
        artist("musicbrainz", "mbid:artist:2", name: "Slayer") {
          $0.genres = ["Techno"]
          $0.formedYear = 1998
        },
      ]
    #expect(
      groups(Catalog.merge(records)) == [
        ["audiodb:artist:1", "itunes:artist:1", "mbid:artist:1"],
        ["itunes:artist:2", "mbid:artist:2"],
      ]
    )
  }
}
