import MusicModel
import Testing

@Suite("A partial date")
struct PartialDateTests {
  @Test(
    "is read as exactly as it is written",
    arguments: [
      ("1980", "1980"), ("1980-06", "1980-06"), ("1980-06-09", "1980-06-09"),
      ("0001", "0001"), ("9999-12-31", "9999-12-31"),
      ("2000-02-29", "2000-02-29"), ("2024-02-29", "2024-02-29"),
      // A time is left away; the day stays as the source wrote it, whatever the zone.
      ("1980-06-09T07:00:00Z", "1980-06-09"), ("1980-06-09T23:59:59-11:00", "1980-06-09"),
      ("1980-06-09 07:00", "1980-06-09"),
    ]
  )
  func read(_ text: String, _ expected: String) {
    #expect(PartialDate(text)?.description == expected)
  }

  @Test(
    "is rejected if the day does not exist or the format differs",
    arguments: [
      "", "0000", "80", "19800", "1980-13", "1980-00", "1980-06-31", "1980-06-00", "1900-02-29",
      "2023-02-29", "1980-6", "1980-06-9", "1980-06-09-01", "1980/06/09", "1980-", "-1980",
      "June 1980", "1980T07", "1980-06T07", "１９８０", "+198", "1980 ",
    ]
  )
  func refuse(_ text: String) {
    #expect(PartialDate(text) == nil)
  }

  @Test("has no day without a month")
  func parts() {
    #expect(PartialDate(year: 1980, day: 9) == nil)
    #expect(PartialDate(year: 0) == nil)
    #expect(PartialDate(year: 10_000) == nil)
    #expect(PartialDate(year: 1980, month: 6, day: 9)?.description == "1980-06-09")
  }

  @Test(
    "begins and ends with the first and last day that it may be",
    arguments: [
      ("1980", "1980-01-01", "1980-12-31"), ("1980-02", "1980-02-01", "1980-02-29"),
      ("1981-02", "1981-02-01", "1981-02-28"), ("1980-04", "1980-04-01", "1980-04-30"),
      ("1980-06-09", "1980-06-09", "1980-06-09"),
    ]
  )
  func bounds(_ text: String, _ first: String, _ last: String) throws {
    let date = try #require(PartialDate(text))
    #expect(date.earliest.description == first)
    #expect(date.latest.description == last)
  }

  @Test(
    "is in a range when any day of it is",
    arguments: [
      ("1980", "1980-06", "1980-07", true), ("1980", "1979", "1980-01-01", true),
      ("1980", "1980-12-31", "1985", true), ("1980", "1981", "1985", false),
      ("1980", "1970", "1979-12-31", false), ("1980-06", "1980-06-30", "1980-06-30", true),
      ("1980-06", "1980-07-01", "1980", false), ("1980-06-09", "1980-06", "1980-06", true),
      ("1980-06-09", "1980-06-10", "1980-06-20", false), ("1980-06-09", "1980", "1980", true),
      ("1980-06-09", nil, "1980-06-09", true), ("1980-06-09", nil, "1980-06-08", false),
      ("1980-06-09", "1980-06-09", nil, true), ("1980-06-09", "1980-06-10", nil, false),
      ("1980", nil, nil, true),
    ] as [(String, String?, String?, Bool)]
  )
  func ranges(_ text: String, _ from: String?, _ to: String?, _ isIn: Bool) throws {
    let date = try #require(PartialDate(text))
    let start = from.flatMap { PartialDate($0) }
    let end = to.flatMap { PartialDate($0) }
    #expect(date.overlaps(from: start, to: end) == isIn)
  }

  @Test("is ordered by its first day, the less exact one first")
  func order() {
    let ordered = ["1979-12-31", "1980", "1980-01", "1980-01-01", "1980-01-02", "1980-02", "1981"]
    let dates = ordered.compactMap { PartialDate($0) }
    #expect(dates.count == ordered.count)
    #expect(dates.shuffled().sorted().map(\.description) == ordered)
  }
}
