import BusProtocol
import ClientKit
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A name in place of an id")
struct NameTests {
  private func artist(_ id: Int, _ name: String) -> Entity {
    .artist(Artist(id: Samples.id("itunes:artist:\(id)"), name: name))
  }

  private func album(_ id: Int, _ title: String, by artist: String) -> Entity {
    .album(
      Album(id: Samples.id("itunes:album:\(id)"), title: title, artist: .init(name: artist))
    )
  }

  @Test("is used literally for an artist, including dashes")
  func artists() {
    #expect(
      NameInterpretation.all(for: "Simon - Garfunkel", as: [.artist]) == [
        NameInterpretation(kind: .artist, text: "Simon - Garfunkel")
      ]
    )
  }

  @Test("with a dash is first the album of an artist, then anything else")
  func parted() {
    #expect(
      NameInterpretation.all(for: "Pink Floyd - The Wall - Live", as: [.artist, .album]) == [
        NameInterpretation(kind: .album, text: "The Wall - Live", artist: "Pink Floyd"),
        NameInterpretation(kind: .artist, text: "Pink Floyd - The Wall - Live"),
        NameInterpretation(kind: .album, text: "Pink Floyd - The Wall - Live"),
      ]
    )
  }

  @Test(
    "has no artist if a side of the dash is empty",
    arguments: ["- The Wall", "The Wall -", "AC-DC", "-"]
  )
  func notParted(_ name: String) {
    #expect(
      NameInterpretation.all(for: name, as: [.album]) == [
        NameInterpretation(kind: .album, text: name)
      ]
    )
  }

  @Test("that is cut off means the entities that begin with it")
  func beginning() {
    let found = [artist(1, "Pink Floyd"), artist(2, "Pink"), album(3, "Pink Floyd", by: "Zaz")]
    let artist = NameInterpretation(kind: .artist, text: "pink fl")
    #expect(found.filter(artist.begins) == [found[0]])
    let album = NameInterpretation(kind: .album, text: "Pink", artist: "zaz")
    #expect(found.filter(album.begins) == [found[2]])
    let other = NameInterpretation(kind: .album, text: "Pink", artist: "Air")
    #expect(found.filter(other.begins) == [])
  }

  @Test("finds a single match regardless of spelling")
  func one() {
    let interpretation = NameInterpretation(kind: .artist, text: "pink floyd")
    let found = artist(1, "Pink Floyd")
    #expect(NameResolution(interpretation, among: [found]) == .one(found, others: []))
  }

  @Test("prefers the exact match and reports the others")
  func exact() {
    let interpretation = NameInterpretation(kind: .artist, text: "Air")
    let (air, shouting) = (artist(1, "Air"), artist(2, "AIR"))
    #expect(
      NameResolution(interpretation, among: [shouting, air]) == .one(air, others: [shouting])
    )
  }

  @Test("that matches several equally well finds none")
  func several() {
    let interpretation = NameInterpretation(kind: .artist, text: "Slayer")
    let both = [artist(1, "Slayer"), artist(2, "Slayer")]
    #expect(NameResolution(interpretation, among: both) == .several(both))
    let typed = NameInterpretation(kind: .artist, text: "air")
    let others = [artist(1, "Air"), artist(2, "AIR")]
    #expect(NameResolution(typed, among: others) == .several(others))
    #expect(NameResolution(interpretation, among: []) == .none)
  }

  @Test(
    "of a title that contains it is the title if it is as long",
    arguments: [
      ("Strasse", "Straße", true), ("Süße", "susse", true), ("deja vu", "Déjà Vu", true),
      ("Große Freiheit", "Grosse Freiheit", true), ("Love", "Lovers", false),
      ("Strasse", "Straßen", false),
    ]
  )
  func titles(_ text: String, _ title: String, _ isTitle: Bool) {
    #expect(NameInterpretation(kind: .song, text: text).isTitle(title) == isTitle)
  }

  @Test("of an album by an artist excludes albums by others")
  func narrowed() {
    let interpretation = NameInterpretation(kind: .album, text: "The Wall", artist: "pink floyd")
    let wall = album(1, "The Wall", by: "Pink Floyd")
    let other = album(2, "The Wall", by: "Tribute Band")
    #expect(NameResolution(interpretation, among: [other, wall]) == .one(wall, others: []))
  }

  @Test("that matches several lists them with distinguishing details")
  func listsMatches() {
    var metal = Samples.namelessRiver
    metal.name = "Slayer"
    metal.genres = ["Metal"]
    metal.country = "United States"
    metal.formedYear = 1981
    var other = metal
    other.id = Samples.id("audiodb:artist:2")
    other.ids = [other.id]
    other.genres = []
    other.formedYear = nil
    let choices = [Entity.artist(metal), .artist(other)]
    let failure = NameFailure.several(
      called: "Slayer",
      NameFailure.Choices(choices, width: 80, firstNumber: nil)
    )
    #expect(
      failure.message == """
        2 artists match "Slayer":
          Name    Genre  Country        Formed  Sources  Id
          Slayer  Metal  United States  1981    itunes   itunes:artist:1
          Slayer  –      United States  –       audiodb  audiodb:artist:2
        """
    )
    #expect(failure.hint == "Use one of these ids.")
    let numbered = NameFailure.several(
      called: "Slayer",
      NameFailure.Choices(choices, width: 40, firstNumber: 1)
    )
    #expect(
      numbered.message == """
        2 artists match "Slayer":
          #  Name    Genre  Formed
          1  Slayer  Metal  1981
          2  Slayer  –      –
        """
    )
    #expect(numbered.hint == "Use one of these numbers.")
  }

  @Test("that matches nothing lists the nearest results")
  func listsNearest() {
    let failure = NameFailure.none(
      called: "Pnk Floyd",
      as: [.artist, .album, .song],
      NameFailure.Choices([.artist(Samples.pinkFloyd)], width: 60, firstNumber: 1)
    )
    #expect(
      failure.message == """
        No artist, album or song matches "Pnk Floyd". Nearest:
          #  Name        Genre             Country          Formed
          1  Pink Floyd  Progressive Rock  London, England  1965
        """
    )
    let alone = NameFailure.none(
      called: "Zz",
      as: [.song],
      NameFailure.Choices([], width: nil, firstNumber: nil)
    )
    #expect(alone.message == "No song matches \"Zz\".")
    #expect(alone.hint == "Check the spelling.")
  }

  @Test("that was found is the reply if no source can add to it, with all sources")
  func match() {
    func report(_ provider: String, _ outcome: Outcome) -> SourceReport {
      SourceReport(provider: Samples.provider(provider), outcome: outcome)
    }
    let match = NameMatch(
      entity: .artist(Samples.namelessRiver),
      sources: [report("audiodb", .ok), report("itunes-search", .ok)]
    )
    let reply = match.reply(after: [
      report("audiodb", .failed), report("itunes-search", .empty),
    ])
    #expect(reply.items == [.artist(Samples.namelessRiver)])
    #expect(reply.done.sources == [report("audiodb", .failed), report("itunes-search", .ok)])
    #expect(reply.isPartial)
  }

  @Test(
    "is short if it matches nearly everything",
    arguments: [
      ("U2", true), (" U2 ", true), ("周", true), ("周杰", false), ("あゆ", false),
      ("아이", false), ("ｱﾕ", false), ("é1", true), ("ABC", false), ("", false),
    ]
  )
  func short(_ text: String, _ isShort: Bool) {
    #expect(SearchText(text).isShort == isShort)
  }

  @Test(
    "several artists have is that of the favourite, or of the one whom most sources and people know"
  )
  func dominant() throws {
    func artist(_ ids: String..., followers: Int? = nil, isFavorite: Bool? = nil) -> Entity {
      var artist = Artist(id: EntityID(ids[0])!, name: "Genesis")
      artist.ids = ids.map { EntityID($0)! }
      (artist.followers, artist.favorite) = (followers, isFavorite)
      return .artist(artist)
    }
    func chosen(_ artists: Entity..., albums: [Int] = []) -> String? {
      let counts = zip(artists.map(\.id), albums)
      return NameResolution.dominant(
        among: artists,
        albumCounts: Dictionary(uniqueKeysWithValues: Array(counts))
      )?.id.description
    }
    let known = artist("mbid:artist:1", "itunes:artist:1", followers: 50_000)
    let other = artist("deezer:artist:9", followers: 40)
    #expect(chosen(known, other) == "mbid:artist:1")
    #expect(chosen(other, known) == "mbid:artist:1")
    #expect(chosen(known, artist("deezer:artist:9", followers: 40_000)) == nil)
    let unpopular = [artist("mbid:artist:1", "itunes:artist:1"), artist("deezer:artist:9")]
    #expect(chosen(unpopular[0], unpopular[1]) == nil)
    #expect(chosen(unpopular[0], unpopular[1], albums: [6, 2]) == "mbid:artist:1")
    #expect(chosen(unpopular[0], unpopular[1], albums: [6, 3]) == nil)
    #expect(chosen(known, artist("deezer:artist:9", "spotify:artist:9", followers: 40)) == nil)
    #expect(chosen(known, artist("deezer:artist:9", isFavorite: true)) == "deezer:artist:9")
  }

  @Test("that leads to one of several artists is explained in a sentence")
  func sentence() {
    var artist = Artist(id: EntityID("mbid:artist:1")!, name: "Nirvana")
    (artist.country, artist.formedYear) = ("USA", 1987)
    #expect(
      NameFinder.sentence(for: artist, 1, "Nirvana")
        == "Nirvana (USA, 1987); 1 other artist has this name: musicbus search artists Nirvana"
    )
    #expect(
      NameFinder.sentence(for: Artist(id: artist.id, name: "The Beat"), 2, "The Beat")
        == "The Beat; 2 other artists have this name: musicbus search artists \"The Beat\""
    )
  }
}
