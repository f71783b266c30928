import MusicModel
import Testing

@testable import musicbus

@Suite("A filter of dates")
struct DateFilterTests {
  static let today = PartialDate(year: 2024, month: 6, day: 15)

  @Test(
    "takes years, months and days, and either end alone",
    arguments: [
      ("1973", nil), (nil, "1973-03"), ("1973-03-01", "1973-03-01"), (nil, nil),
      // Both hold days that are the same.
      ("1973-06", "1973"),
      // Of this year and month some days are over.
      ("2024", "2024-06"), ("2024-06-15", nil),
    ] as [(String?, String?)]
  )
  func accepted(_ from: String?, _ to: String?) throws {
    let filter = try DateFilter(typedFrom: from, to: to, today: Self.today)
    #expect(filter.from?.description == from)
    #expect(filter.to?.description == to)
  }

  @Test(
    "refuses the rest, each with its own sentence",
    arguments: [
      ("2001", "1999-12-31", "The start, 2001, is after the end, December 31, 1999."),
      ("2024-06-16", nil, "--from 2024-06-16 lies in the future, in every time zone."),
      (nil, "2024-07", "--to 2024-07 lies in the future, in every time zone."),
      (
        "yesterday", nil,
        "--from takes a date such as 1973, 1973-03 or 1973-03-01; \"yesterday\" is none."
      ),
      (
        nil, "2023-02-29",
        "--to takes a date such as 1973, 1973-03 or 1973-03-01; \"2023-02-29\" is none."
      ),
      (
        "1973-03-01T07:00:00Z", nil,
        "--from takes a date such as 1973, 1973-03 or 1973-03-01; \"1973-03-01T07:00:00Z\" is none."
      ),
      (nil, "", "--to takes a date such as 1973, 1973-03 or 1973-03-01; \"\" is none."),
    ] as [(String?, String?, String)]
  )
  func refused(_ from: String?, _ to: String?, _ sentence: String) {
    #expect(throws: DateFilter.Problem(sentence: sentence)) {
      try DateFilter(typedFrom: from, to: to, today: Self.today)
    }
  }

  @Test(
    "takes for today the day that it is where the day begins first",
    arguments: [
      // 2024-06-15 at 09:59:59 and 10:00:00 UTC.
      (1_718_445_599, "2024-06-15"), (1_718_445_600, "2024-06-16"), (0, "1970-01-01"),
    ]
  )
  func today(_ seconds: Int, _ day: String) {
    #expect(PartialDate.latestToday(secondsSinceEpoch: seconds)?.description == day)
  }

  @Test("knows no future where the clock tells no date")
  func noClock() throws {
    _ = try DateFilter(typedFrom: "9999", to: nil, today: nil)
  }
}

@Suite("A filter of albums")
struct AlbumFilterTests {
  @Test(
    "that leaves nothing says of how many",
    arguments: [
      (0, "No albums to filter."), (1, "The only album does not pass the filter."),
      (12, "None of the 12 albums passes the filter."),
    ]
  )
  func emptiness(_ total: Int, _ sentence: String) {
    #expect(AlbumFilter().emptiness(ofAll: total) == sentence)
  }

  @Test("is one as soon as anything is wanted")
  func isEmpty() {
    #expect(AlbumFilter().isEmpty)
    #expect(AlbumFilter(dates: DateFilter()).isEmpty)
    #expect(!AlbumFilter(title: "moon").isEmpty)
    #expect(!AlbumFilter(kind: .live).isEmpty)
    #expect(!AlbumFilter(genre: "Rock").isEmpty)
    #expect(!AlbumFilter(dates: DateFilter(to: PartialDate(year: 1980))).isEmpty)
  }
}
