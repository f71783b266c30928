import MusicModel
import Testing

@testable import musicbus

@Suite("The display of values")
struct WordingTests {
  @Test(
    "shows a date as precisely as known",
    arguments: [
      ("2020-01-12", "January 12, 2020"), ("2020-01", "January 2020"), ("2020", "2020"),
      ("1999-12-31", "December 31, 1999"), ("0987-05-01", "May 1, 987"),
    ]
  )
  func dates(_ date: String, _ words: String) throws {
    #expect(try #require(PartialDate(date)).displayText == words)
  }

  @Test(
    "shows a length in minutes and seconds",
    arguments: [
      (0, "0:00"), (59_499, "0:59"), (59_500, "1:00"), (382_834, "6:23"), (3_599_999, "1:00:00"),
      (3_723_000, "1:02:03"), (-5, "0:00"),
    ]
  )
  func lengths(_ milliseconds: Int, _ words: String) {
    #expect(milliseconds.playingTime == words)
  }

  @Test(
    "shows a price with the decimals of its currency",
    arguments: [
      (1.09, "USD", "1.09 USD"), (9.99, "USD", "9.99 USD"), (10, "EUR", "10.00 EUR"),
      (1.005, "GBP", "1.00 GBP"),
      (0.1 + 0.2, "EUR", "0.30 EUR"), (1500, "JPY", "1500 JPY"), (0, "USD", "free"),
      (12.5, nil, "12.50"),
    ] as [(Double, String?, String)]
  )
  func prices(_ amount: Double, _ currency: String?, _ words: String) throws {
    #expect(try #require(Price(amount, currency)).displayText == words)
  }

  @Test("rejects an implausible price", arguments: [-1, .nan, .infinity, nil] as [Double?])
  func notSold(_ amount: Double?) {
    #expect(Price(amount, "USD") == nil)
  }

  @Test("counts nouns", arguments: [(0, "no albums"), (1, "1 album"), (12_345, "12,345 albums")])
  func counts(_ count: Int, _ words: String) {
    #expect(count.counted("album") == words)
  }

  @Test(
    "groups digits",
    arguments: [(7, "7"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")]
  )
  func groups(_ number: Int, _ words: String) {
    #expect(number.grouped == words)
  }
}
