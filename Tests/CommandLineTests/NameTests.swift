import BusProtocol
import ClientKit
import CommandKit
import MusicModel
import Testing

@testable import musicbus

@Suite("A name in place of an id")
struct NameTests {
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

  @Test("that leads to one of several artists is explained in a sentence")
  func sentence() {
    var artist = Artist(id: EntityID("mbid:artist:1")!, name: "Nirvana")
    (artist.country, artist.formedYear) = ("USA", 1987)
    #expect(
      NameFailure.sentence(for: artist, 1, "Nirvana")
        == "Nirvana (USA, 1987); 1 other artist has this name: musicbus search artists Nirvana"
    )
    #expect(
      NameFailure.sentence(for: Artist(id: artist.id, name: "The Beat"), 2, "The Beat")
        == "The Beat; 2 other artists have this name: musicbus search artists \"The Beat\""
    )
  }
}
