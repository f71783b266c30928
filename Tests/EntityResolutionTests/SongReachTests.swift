@testable import EntityResolution
import MusicModel
import Testing

@Suite("Songs that need not be weighed")
struct SongReachTests {
  @Test("would neither be joined nor stand near to it", arguments: 0..<20, [false, true])
  func sound(seed: Int, closely: Bool) {
    var random = SeededRandom(seed)
    let records = (0..<12).flatMap { _ in RandomRecords.make(&random) }
      .filter { $0.entity.kind == .song }
    let batch = songBatch(of: records)
    var passedOver = 0
    for one in 0..<batch.count {
      for other in 0..<one where batch.areOutOfReach(one, other, closely: closely) {
        var tally = ScoreTotal()
        SongFeatures.weigh(batch.profiles[one], batch.profiles[other], batch.pool, into: &tally)
        #expect(tally.points < Weights.same)
        #expect(tally.points < SongFeatures.hintMin || tally.hasAgainst)
        passedOver += 1
      }
    }
    #expect(passedOver > 100)
  }

  @Test("are those whose artist and length say too much against it")
  func strangers() {
    let batch = songBatch(of: [
      song("a", "a:song:1", title: "Hayloft", by: "Mother Mother", on: "O My Heart", length: 182),
      song("b", "b:song:2", title: "Hayloft", by: "Nickel Creek", on: "O My Heart", length: 240),
      song("c", "c:song:3", title: "Hay Loft", by: "Mother Mother", on: "My Heart", length: 240),
      song("d", "d:song:4", title: "Hayloft", on: "O My Heart", length: 185),
    ])
    #expect(batch.areOutOfReach(0, 1, closely: false))
    #expect(!batch.areOutOfReach(0, 2, closely: true), "the artist agrees")
    #expect(!batch.areOutOfReach(0, 3, closely: true), "the artist is not told, the length is near")
  }

  @Test("are also, looked at closely, those that have no more in common than their length")
  func sameLength() {
    let batch = songBatch(of: [
      song("a", "a:song:1", title: "Hayloft", by: "Mother Mother", on: "O My Heart", length: 182),
      song("b", "b:song:2", title: "Seasons", by: "Nickel Creek", on: "O My Heart", length: 182),
      song("c", "c:song:3", title: "Hayloft", by: "Nickel Creek", on: "O My Heart", length: 182),
    ])
    #expect(!batch.areOutOfReach(0, 1, closely: false), "the length agrees")
    #expect(batch.areOutOfReach(0, 1, closely: true))
    #expect(!batch.areOutOfReach(0, 2, closely: true), "length, title and album agree")
  }

  @Test("are also those of other albums that have no more in common than numbers")
  func sameNumbers() {
    func song(_ id: String, _ title: String, by artist: String, on album: String?) -> SourceRecord {
      EntityResolutionTests.song(
        "a",
        id,
        title: title,
        by: artist,
        on: album,
        length: 182,
        track: 3
      )
    }
    let batch = songBatch(of: [
      song("a:song:1", "Hayloft", by: "Mother Mother", on: "O My Heart"),
      song("a:song:2", "Seasons", by: "Nickel Creek", on: "Why Should the Fire Die"),
      song("a:song:3", "Seasons", by: "Nickel Creek", on: nil),
      song("a:song:4", "Seasons", by: "Nickel Creek", on: "O My Hearts"),
      song("a:song:5", "Seasons - Why Should the Fire Die", by: "Mother Mother", on: nil),
    ])
    #expect(batch.areOutOfReach(0, 1, closely: true))
    #expect(batch.areOutOfReach(0, 2, closely: true))
    #expect(!batch.areOutOfReach(0, 3, closely: true), "the place may be the same")
    #expect(!batch.areOutOfReach(1, 4, closely: true), "the title tells the album")
  }
}
