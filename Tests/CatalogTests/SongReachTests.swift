@testable import Catalog
import MusicModel
import Randomness
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
        var tally = Tally()
        SongProfile.weigh(batch.profiles[one], batch.profiles[other], batch.pool, into: &tally)
        #expect(tally.points < Weights.same)
        #expect(tally.points < SongProfile.hintMin || tally.hasAgainst)
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
}
