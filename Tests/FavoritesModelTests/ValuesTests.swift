import FavoritesModel
import MusicModel
import TestKit
import Testing

@Suite("Timestamps, ids, ranks and checksums")
struct ValuesTests {
  @Test(
    "a timestamp is written as it was read",
    arguments: [
      "1970-01-01T00:00:00.000000Z", "1999-12-31T23:59:59.999999Z", "2000-02-29T12:00:00.000001Z",
      "2026-11-20T13:07:01.123456Z", "2100-03-01T00:00:00.000000Z", "9998-12-31T23:59:59.999999Z",
    ]
  )
  func momentRoundTrip(text: String) {
    #expect(Timestamp(text)?.description == text)
  }

  @Test(
    "a timestamp may have fewer decimals",
    arguments: [
      ("2026-11-20", "2026-11-20T00:00:00.000000Z"),
      ("2026-11-20T13:07:01Z", "2026-11-20T13:07:01.000000Z"),
      ("2026-11-20T13:07:01.5Z", "2026-11-20T13:07:01.500000Z"),
    ]
  )
  func shortMoment(text: String, whole: String) {
    #expect(Timestamp(text)?.description == whole)
  }

  @Test(
    "malformed timestamps are rejected",
    arguments: [
      "", "2026", "2026-13-01", "2026-02-30", "1969-12-31", "2026-11-20T24:00:00Z",
      "2026-11-20T13:07:01", "2026-11-20T13:07:01.1234567Z", "2026-11-20T13:07:01Zx", "٢٠٢٦-11-20",
      "2026-11-20T13:07:01.Z",
    ]
  )
  func noMoment(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("the days of four hundred years are written as they were read, in order")
  func allDays() {
    var last = ""
    for day in stride(from: 0, to: 400 * 366, by: LongRun.pick(7, long: 1)) {
      let moment = Timestamp(microseconds: Int64(day) * Timestamp.day)
      guard moment.day > last, Timestamp(moment.day) == moment else {
        Issue.record("\(moment) after \(last)")
        return
      }
      last = moment.day
    }
  }

  @Test("an id is written as it was read, and sorts by its time")
  func favoriteID() {
    var random = SeededRandom(1)
    let early = FavoriteID(at: Samples.moment(0), using: &random)
    let late = FavoriteID(at: Samples.moment(1), using: &random)
    #expect(early < late)
    #expect(early.description < late.description)
    #expect(FavoriteID(early.description) == early)
    #expect(FavoriteID(early.description.lowercased()) == early)
    // The example of the ULID specification: its ten letters of time.
    let known = FavoriteID(at: Timestamp(microseconds: 1_469_918_176_385_000), using: &random)
    #expect(known.description.hasPrefix("01ARYZ6S41"))
  }

  @Test(
    "malformed ids are rejected",
    arguments: [
      "", "01ARYZ6S41", "81ARYZ6S410000000000000000", "01ARYZ6S41000000000000000U",
      "01ARYZ6S4100000000000000000",
    ]
  )
  func noFavoriteID(text: String) {
    #expect(FavoriteID(text) == nil)
  }

  // Computed with `printf '%s' "$text" | cksum`.
  @Test(
    "the checksum is that of cksum",
    arguments: [
      ("", 4_294_967_295), ("a", 1_220_704_766), ("123456789", 930_766_865),
      ("{\"op\":\"remove\",\"fav\":\"01ARYZ6S410000000000000000\"", 149_305_645),
    ] as [(String, UInt32)]
  )
  func checksum(text: String, sum: UInt32) {
    #expect(Checksum.of(Array(text.utf8)[...]) == sum)
  }

  @Test("the checksum is the same from any place in a larger array")
  func checksumOfSlice() {
    let text = Array("123456789".utf8)
    for shift in 0..<9 {
      let bytes = [UInt8](repeating: 7, count: shift) + text + [1, 2, 3]
      #expect(Checksum.of(bytes[shift..<shift + 9]) == 930_766_865)
    }
  }
}

@Suite("Ranks")
struct RankTests {
  @Test("there is always one between two others, before the first and after the last")
  func between() throws {
    var random = SeededRandom(7)
    var ranks = [FractionalIndex.start]
    for _ in 0..<2000 {
      let position = Int.random(in: 0...ranks.count, using: &random)
      let left = position > 0 ? ranks[position - 1] : nil
      let right = position < ranks.count ? ranks[position] : nil
      let rank = FractionalIndex.between(left, right)
      if let left { #expect(left < rank) }
      if let right { #expect(rank < right) }
      #expect(FractionalIndex(rank.text) == rank)
      ranks.insert(rank, at: position)
    }
  }

  @Test("stays short when favourites are added at either end")
  func ends() {
    var last = FractionalIndex.start
    var first = FractionalIndex.start
    for _ in 0..<100_000 {
      last = .between(last, nil)
      first = .between(nil, first)
    }
    #expect(last.text.utf8.count <= 5)
    #expect(first.text.utf8.count <= 5)
  }

  @Test("places many ranks between two close ones", arguments: [1, 2, 3, 62, 100, 1000])
  func spread(count: Int) throws {
    let bounds = [
      (nil, nil), (FractionalIndex.start, nil), (nil, FractionalIndex.start),
      (FractionalIndex.start, FractionalIndex.between(.start, nil)),
    ]
    for (left, right) in bounds {
      let ranks = FractionalIndex.spread(count, left, right)
      #expect(ranks.count == count)
      let all = [left].compactMap { $0 } + ranks + [right].compactMap { $0 }
      for (one, other) in zip(all, all.dropFirst()) { #expect(one < other) }
      #expect(ranks.containsOnly { $0.text.utf8.count <= 6 })
    }
  }

  @Test(
    "malformed ranks are rejected",
    arguments: [
      "", "a", "b1", "a10", "a1-", "0", "-", "a1 ", "é1", String(repeating: "z", count: 300),
    ]
  )
  func malformed(text: String) {
    #expect(FractionalIndex(text) == nil)
  }
}
