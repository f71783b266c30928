import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Explaining an entity")
struct ExplanationTests {
  private let records = [
    artist("itunes-search", "itunes:artist:1", name: "Slayer") { $0.genres = ["Metal"] },
    artist("itunes-search", "itunes:artist:2", name: "Slayer") { $0.genres = ["Electronic"] },
    artist("audiodb", "audiodb:artist:3", name: "Slayer") { $0.genres = ["Thrash Metal"] },
    artist("audiodb", "audiodb:artist:4", name: "Queen"),
  ]

  @Test("shows the records and the evidence of each join")
  func pairs() throws {
    let explanation = try #require(Catalog.explain(id("itunes:artist:1"), among: records))
    #expect(explanation.entity.records.count == 2)
    #expect(explanation.pairs.count == 1)
    #expect(explanation.pairs[0].decision == .same)
    #expect(
      explanation.pairs[0].reasons?.map(\.text)
        == ["same name: Slayer", "related genres: Metal / Thrash Metal"]
    )
  }

  @Test("shows near misses and the evidence against them")
  func neighbors() throws {
    let explanation = try #require(Catalog.explain(id("audiodb:artist:3"), among: records))
    #expect(explanation.neighbors.map(\.entity.entity.id.description) == ["itunes:artist:2"])
    let neighbor = try #require(explanation.neighbors.first)
    #expect(neighbor.nearest.decision == .undecided)
    #expect(
      neighbor.separatedBy?.reasons?.contains {
        $0.text == "different ids: itunes:artist:1 / itunes:artist:2"
          || $0.text == "different ids: itunes:artist:2 / itunes:artist:1"
      } == true
    )
  }

  @Test("returns nil for an unknown id")
  func unknown() {
    #expect(Catalog.explain(id("itunes:artist:9"), among: records) == nil)
  }
}
