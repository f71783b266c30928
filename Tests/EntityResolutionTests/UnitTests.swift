import BusProtocol
import EntityResolution
import MusicModel
import Testing

@Suite("Values that belong together")
struct UnitTests {
  @Test("the album of a song has the date, disc and track number of its source")
  func album() throws {
    let records = [
      song(
        "itunes-search",
        "itunes:song:1",
        title: "Money",
        by: "Pink Floyd",
        on: "The Dark Side of the Moon (50th Anniversary) [Remastered]",
        length: 382,
        track: 6
      ) { $0.releaseDate = date("2023-03-24") },
      song(
        "audiodb",
        "audiodb:song:2",
        title: "Money",
        by: "Pink Floyd",
        on: "The Dark Side of the Moon",
        length: 382,
        track: 6
      ) { $0.releaseDate = date("1973-03-01") },
    ]
    for records in [records, records.reversed()] {
      let merged = try #require(Catalog.merge(records).first)
      #expect(merged.records.count == 2)
      guard case .song(let view) = merged.entity else { return }
      let source = try #require(
        records.compactMap { record -> Song? in
          if case .song(let song) = record.entity, song.album == view.album { song } else { nil }
        }.first
      )
      #expect(view.releaseDate == source.releaseDate)
      #expect(view.trackNumber == source.trackNumber)
    }
  }

  @Test("a source that agrees about the album supplies the date that the other lacks")
  func agreeing() throws {
    let records = [
      song(
        "itunes-search",
        "itunes:song:1",
        title: "Money",
        by: "Pink Floyd",
        on: "Animals",
        length: 382
      ),
      song(
        "audiodb",
        "audiodb:song:2",
        title: "Money",
        by: "Pink Floyd",
        on: "ANIMALS",
        length: 382
      ) {
        $0.releaseDate = date("1977-01-23")
      },
    ]
    guard case .song(let view) = try #require(Catalog.merge(records).first).entity else { return }
    #expect(view.releaseDate == date("1977-01-23"))
  }

  @Test("a year of birth is not a year of formation")
  func years() {
    let one = artist("audiodb", "audiodb:artist:1", name: "John Williams") { $0.bornYear = 1932 }
    let other = artist("wikipedia", "wikidata:artist:1", name: "John Williams") {
      $0.bornYear = 1941
    }
    let texts = Catalog.compare(one, other).reasons?.map(\.text) ?? []
    #expect(texts.contains("born 1932 / 1941"))
    guard case .artist(let view)? = Catalog.merge([one]).first?.entity else { return }
    #expect(view.bornYear == 1932 && view.formedYear == nil)
  }
}
