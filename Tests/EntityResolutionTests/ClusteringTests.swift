import EntityResolution
import MusicModel
import Testing

@Suite("Clustering")
struct ClusteringTests {
  @Test("of A is B and B is C but A is not C, the clearly better pair is joined")
  func betterPairWins() {
    let records = [
      artist("itunes-search", "itunes:artist:1", name: "Slayer") { $0.genres = ["Metal"] },
      artist("itunes-search", "itunes:artist:2", name: "Slayer") { $0.genres = ["Electronic"] },
      artist("audiodb", "audiodb:artist:3", name: "Slayer") { $0.genres = ["Thrash Metal"] },
    ]
    #expect(
      groups(Catalog.merge(records)) == [
        ["audiodb:artist:3", "itunes:artist:1"], ["itunes:artist:2"],
      ]
    )
  }

  @Test("a record that fits two different entities equally well joins neither")
  func tornRecord() {
    let records = [
      artist("itunes-search", "itunes:artist:1", name: "Slayer"),
      artist("itunes-search", "itunes:artist:2", name: "Slayer"),
      artist("audiodb", "audiodb:artist:3", name: "Slayer"),
    ]
    #expect(Catalog.merge(records).count == 3)
  }

  @Test("later evidence separates them")
  func separated() {
    let records = [
      artist("itunes-search", "itunes:artist:1", name: "Slayer") { $0.formedYear = 1981 },
      artist("itunes-search", "itunes:artist:2", name: "Slayer"),
      artist("audiodb", "audiodb:artist:3", name: "Slayer") { $0.formedYear = 1981 },
      artist("audiodb", "audiodb:artist:4", name: "Slayer") { $0.formedYear = 1998 },
    ]
    #expect(
      groups(Catalog.merge(records)).contains(["audiodb:artist:3", "itunes:artist:1"])
    )
  }

  @Test("a chain of equal ids does not join records that one namespace separates")
  func chainOfIDs() {
    let records = [
      artist("audiodb", "audiodb:artist:1", "mbid:artist:x", name: "Air"),
      artist("spotify", "spotify:artist:2", "itunes:artist:9", name: "Air"),
      artist("itunes-search", "itunes:artist:9", name: "Air"),
      artist("musicbrainz", "mbid:artist:y", "itunes:artist:9", name: "Air"),
    ]
    let merged = Catalog.merge(records)
    for entity in merged {
      let mbids = Set(entity.entity.ids.filter { $0.namespace == "mbid" })
      #expect(mbids.count <= 1)
    }
    #expect(groups(merged).contains(["audiodb:artist:1"]))
  }

  @Test("any id of any source identifies the entity; the first in id order is shown")
  func ids() {
    let merged = Catalog.merge([
      artist("itunes-search", "itunes:artist:471744", name: "Coldplay"),
      artist("audiodb", "audiodb:artist:111239", "mbid:artist:cc19", name: "Coldplay"),
    ])
    #expect(merged.count == 1)
    #expect(
      merged.first?.entity.ids.map(\.description)
        == ["mbid:artist:cc19", "itunes:artist:471744", "audiodb:artist:111239"]
    )
    #expect(merged.first?.entity.id == id("mbid:artist:cc19"))
  }

  @Test("a record that fits two different ones alike is joined with neither")
  func ambiguous() {
    let two = [
      album("musicbrainz", "mbid:release-group:1", title: "Blackout", by: "Scorpions", tracks: 9) {
        $0.disambiguation = "1982"
      },
      album("musicbrainz", "mbid:release-group:2", title: "Blackout", by: "Scorpions", tracks: 9) {
        $0.disambiguation = "2015"
      },
    ]
    let unclear = album("deezer", "deezer:album:3", title: "Blackout", by: "Scorpions", tracks: 9)
    #expect(Catalog.merge([two[0], unclear]).count == 1)
    #expect(Catalog.merge(two + [unclear]).count == 3)
  }

  @Test("kinds may be mixed and are never joined")
  func kinds() {
    let merged = Catalog.merge([
      artist("audiodb", "audiodb:artist:1", name: "Weezer"),
      album("audiodb", "audiodb:album:1", title: "Weezer", by: "Weezer"),
      song("audiodb", "audiodb:song:1", title: "Weezer", by: "Weezer"),
    ])
    #expect(merged.count == 3)
  }

  @Test("no records give no entities")
  func empty() {
    #expect(Catalog.merge([]).isEmpty)
    #expect(Catalog.ranked([], for: "x").isEmpty)
  }

  @Test("charts match by id alone, and their songs retain their positions")
  func charts() {
    func chart(_ source: String, _ id: String) -> SourceRecord {
      SourceRecord(
        provider: provider(source),
        entity: .chart(Chart(id: EntityResolutionTests.id(id), title: "Top 100"))
      )
    }
    #expect(
      Catalog.merge([chart("a", "a:chart:top"), chart("b", "b:chart:top")]).count == 2
    )
    #expect(Catalog.merge([chart("a", "a:chart:top"), chart("b", "a:chart:top")]).count == 1)
    let hit = Catalog.merge([
      song("itunes-rss", "itunes:song:1", title: "Hello", by: "Adele") { $0.rank = 3 },
      song("itunes-search", "itunes:song:1", title: "Hello", by: "Adele"),
    ])
    #expect(hit.count == 1)
    guard case .song(let merged) = hit.first?.entity else { return }
    #expect(merged.rank == 3)
  }
}
