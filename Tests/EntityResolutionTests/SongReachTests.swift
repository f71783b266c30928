@testable import EntityResolution
import MusicModel
import Testing

@Suite("Songs excluded before scoring")
struct SongReachTests {
  @Test("are neither matches nor near misses", arguments: 0..<20, [false, true])
  func sound(seed: Int, closely: Bool) {
    var random = SeededRandom(seed)
    let records = (0..<12).flatMap { _ in RandomRecords.make(&random) }
      .filter { $0.entity.kind == .song }
    let batch = songBatch(of: records)
    var passedOver = 0
    for one in 0..<batch.count {
      for other in 0..<one where batch.cannotMatch(one, other, closely: closely) {
        var total = ScoreTotal()
        SongFeatures.score(batch.features[one], batch.features[other], batch.arena, into: &total)
        #expect(total.points < Weights.same)
        #expect(total.points < SongFeatures.minPossibleMatch || total.hasCounterevidence)
        passedOver += 1
      }
    }
    #expect(passedOver > 100)
  }

  @Test("excludes songs whose artist and length contradict a match")
  func otherArtists() {
    let batch = songBatch(of: [
      song("a", "a:song:1", title: "Hayloft", by: "Mother Mother", on: "O My Heart", length: 182),
      song("b", "b:song:2", title: "Hayloft", by: "Nickel Creek", on: "O My Heart", length: 240),
      song("c", "c:song:3", title: "Hay Loft", by: "Mother Mother", on: "My Heart", length: 240),
      song("d", "d:song:4", title: "Hayloft", on: "O My Heart", length: 185),
    ])
    #expect(batch.cannotMatch(0, 1, closely: false))
    #expect(!batch.cannotMatch(0, 2, closely: true), "the artist agrees")
    #expect(!batch.cannotMatch(0, 3, closely: true), "the artist is missing, the length is similar")
  }

  @Test("excludes, in the close check, songs that share only their length")
  func sameLength() {
    let batch = songBatch(of: [
      song("a", "a:song:1", title: "Hayloft", by: "Mother Mother", on: "O My Heart", length: 182),
      song("b", "b:song:2", title: "Seasons", by: "Nickel Creek", on: "O My Heart", length: 182),
      song("c", "c:song:3", title: "Hayloft", by: "Nickel Creek", on: "O My Heart", length: 182),
    ])
    #expect(!batch.cannotMatch(0, 1, closely: false), "the length agrees")
    #expect(batch.cannotMatch(0, 1, closely: true))
    #expect(!batch.cannotMatch(0, 2, closely: true), "length, title and album agree")
  }

  @Test("excludes songs of other albums that share only numbers")
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
    #expect(batch.cannotMatch(0, 1, closely: true))
    #expect(batch.cannotMatch(0, 2, closely: true))
    #expect(!batch.cannotMatch(0, 3, closely: true), "the place may be the same")
    #expect(!batch.cannotMatch(1, 4, closely: true), "the title contains the album")
  }
}
