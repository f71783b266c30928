import MusicModel
import Testing

@testable import musicbus

@Suite("A filter of dates")
struct DateFilterTests {
  static let today = PartialDate(year: 2024, month: 6, day: 15)

  @Test(
    "accepts years, months and days, and either end alone",
    arguments: [
      ("1973", nil), (nil, "1973-03"), ("1973-03-01", "1973-03-01"), (nil, nil),
      // Both contain the same days.
      ("1973-06", "1973"),
      // Some days of this year and month have passed.
      ("2024", "2024-06"), ("2024-06-15", nil),
    ] as [(String?, String?)]
  )
  func accepted(_ from: String?, _ to: String?) throws {
    let filter = try DateFilter(typedFrom: from, to: to, today: Self.today)
    #expect(filter.from?.description == from)
    #expect(filter.to?.description == to)
  }

  @Test(
    "rejects anything else with a specific message",
    arguments: [
      ("2001", "1999-12-31", "The range is empty: 2001 is after December 31, 1999."),
      ("2024-06-16", nil, "--from 2024-06-16 is in the future."),
      (nil, "2024-07", "--to 2024-07 is in the future."),
      (
        "yesterday", nil,
        "--from: \"yesterday\" is not a date; use 1973, 1973-03 or 1973-03-01."
      ),
      (
        nil, "2023-02-29",
        "--to: \"2023-02-29\" is not a date; use 1973, 1973-03 or 1973-03-01."
      ),
      (
        "1973-03-01T07:00:00Z", nil,
        "--from: \"1973-03-01T07:00:00Z\" is not a date; use 1973, 1973-03 or 1973-03-01."
      ),
      (nil, "", "--to: \"\" is not a date; use 1973, 1973-03 or 1973-03-01."),
    ] as [(String?, String?, String)]
  )
  func refused(_ from: String?, _ to: String?, _ sentence: String) {
    #expect(throws: DateFilterError(message: sentence)) {
      try DateFilter(typedFrom: from, to: to, today: Self.today)
    }
  }

  @Test(
    "uses the date of the easternmost time zone as today",
    arguments: [
      // 2024-06-15 at 09:59:59 and 10:00:00 UTC.
      (1_718_445_599, "2024-06-15"), (1_718_445_600, "2024-06-16"), (0, "1970-01-01"),
    ]
  )
  func today(_ seconds: Int, _ day: String) {
    #expect(PartialDate.latestToday(secondsSinceEpoch: seconds)?.description == day)
  }

  @Test("accepts any date if the clock has none")
  func noClock() throws {
    _ = try DateFilter(typedFrom: "9999", to: nil, today: nil)
  }
}

@Suite("A filter of albums")
struct AlbumFilterTests {
  @Test(
    "reports how many albums it excluded",
    arguments: [
      (0, "No albums to filter."), (1, "The only album does not match the filters."),
      (12, "None of the 12 albums matches the filters."),
    ]
  )
  func emptyMessage(_ total: Int, _ sentence: String) {
    #expect(AlbumFilter().emptyMessage(ofAll: total) == sentence)
  }

  @Test("is not empty once any criterion is set")
  func isEmpty() {
    #expect(AlbumFilter().isEmpty)
    #expect(AlbumFilter(dates: DateFilter()).isEmpty)
    #expect(!AlbumFilter(title: "moon").isEmpty)
    #expect(!AlbumFilter(kind: .live).isEmpty)
    #expect(!AlbumFilter(genre: "Rock").isEmpty)
    #expect(!AlbumFilter(dates: DateFilter(to: PartialDate(year: 1980))).isEmpty)
  }
}
