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

  @Test("is taken as it stands for an artist, dashes and all")
  func artists() {
    #expect(
      NameInterpretation.all(for: "Simon - Garfunkel", as: [.artist]) == [
        NameInterpretation(kind: .artist, text: "Simon - Garfunkel")
      ]
    )
  }

  @Test("with a dash is first an artist's album, then anything else")
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
    "has no artist where there is nothing before or after the dash",
    arguments: ["- The Wall", "The Wall -", "AC-DC", "-"]
  )
  func notParted(_ name: String) {
    #expect(
      NameInterpretation.all(for: name, as: [.album]) == [
        NameInterpretation(kind: .album, text: name)
      ]
    )
  }

  @Test("leads to the one that has it, however it is written")
  func one() {
    let attempt = NameInterpretation(kind: .artist, text: "pink floyd")
    let found = artist(1, "Pink Floyd")
    #expect(NameResolution(attempt, among: [found]) == .one(found, alike: []))
  }

  @Test("leads to the one that is written exactly so, and tells of the others")
  func exact() {
    let attempt = NameInterpretation(kind: .artist, text: "Air")
    let (air, shouting) = (artist(1, "Air"), artist(2, "AIR"))
    #expect(NameResolution(attempt, among: [shouting, air]) == .one(air, alike: [shouting]))
  }

  @Test("that several have equally well leads to none of them")
  func several() {
    let attempt = NameInterpretation(kind: .artist, text: "Slayer")
    let both = [artist(1, "Slayer"), artist(2, "Slayer")]
    #expect(NameResolution(attempt, among: both) == .several(both))
    let typed = NameInterpretation(kind: .artist, text: "air")
    let alike = [artist(1, "Air"), artist(2, "AIR")]
    #expect(NameResolution(typed, among: alike) == .several(alike))
    #expect(NameResolution(attempt, among: []) == .none)
  }

  @Test("of an album by a certain artist leaves the albums of others out")
  func narrowed() {
    let attempt = NameInterpretation(kind: .album, text: "The Wall", artist: "pink floyd")
    let wall = album(1, "The Wall", by: "Pink Floyd")
    let other = album(2, "The Wall", by: "Tribute Band")
    #expect(NameResolution(attempt, among: [other, wall]) == .one(wall, alike: []))
  }

  @Test("that several have is told with what tells them apart")
  func tellsSeveral() {
    var metal = Samples.nobody
    metal.name = "Slayer"
    metal.genres = ["Metal"]
    metal.country = "United States"
    metal.formedYear = 1981
    var other = metal
    other.id = Samples.id("audiodb:artist:2")
    other.ids = [other.id]
    other.genres = []
    other.formedYear = nil
    let failure = NameFailure.several(
      [.artist(metal), .artist(other)],
      called: "Slayer",
      width: 80
    )
    #expect(
      failure.message == """
        2 artists are called "Slayer":
          Name    Genre  Country        Formed  Known to  Id
          Slayer  Metal  United States  1981    itunes    itunes:artist:1
          Slayer  –      United States  –       audiodb   audiodb:artist:2
        """
    )
    #expect(failure.hint == "Ask again with one of the ids.")
  }

  @Test("that nobody has is told with the nearest that there are")
  func tellsNearest() {
    let failure = NameFailure.none(
      called: "Pnk Floyd",
      as: [.artist, .album, .song],
      nearest: [.artist(Samples.pinkFloyd)],
      width: 60
    )
    #expect(
      failure.message == """
        No artist, album or song is called "Pnk Floyd". Nearest:
          Name        Genre             Formed  Id
          Pink Floyd  Progressive Rock  1965    itunes:artist:487143
        """
    )
    let alone = NameFailure.none(called: "Zz", as: [.song], nearest: [], width: nil)
    #expect(alone.message == "No song is called \"Zz\".")
    #expect(alone.hint == "Check how it is written.")
  }

  @Test("that was found is an answer where nobody can tell more, with all whom it concerns")
  func finding() {
    func report(_ provider: String, _ outcome: Outcome) -> SourceReport {
      SourceReport(provider: Samples.provider(provider), outcome: outcome)
    }
    let finding = NameMatch(
      entity: .artist(Samples.nobody),
      sources: [report("audiodb", .ok), report("itunes-search", .ok)]
    )
    let answer = finding.answer(after: [
      report("audiodb", .failed), report("itunes-search", .empty),
    ])
    #expect(answer.items == [.artist(Samples.nobody)])
    #expect(answer.done.sources == [report("audiodb", .failed), report("itunes-search", .ok)])
    #expect(answer.isPartial)
  }

  @Test(
    "is short where nearly everything would hold it",
    arguments: [("U2", true), (" U2 ", true), ("周", true), ("ABC", false), ("", false)]
  )
  func short(_ text: String, _ isShort: Bool) {
    #expect(SearchText(text).isShort == isShort)
  }
}
