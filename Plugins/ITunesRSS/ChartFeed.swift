internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// One feed as it came, of whichever generation: `results` since version 1, `entry` before.
struct ChartFeed {
  private enum Form { case results, legacy }

  private let form: Form
  private let elements: [JSONValue]

  init(_ answer: JSONRecord) throws(Failure) {
    guard let feed = answer.record("feed") else {
      throw Failure(.upstreamBadData, "The answer has no member \"feed\".")
    }
    if feed.members["results"] != nil {
      form = .results
      elements = try feed.list("results")
    } else {
      form = .legacy
      // One entry stands alone, and none is left out.
      elements = feed.members["entry"] == nil ? [] : try feed.list("entry")
    }
  }

  /// Its albums or songs, each with its place in the feed; of other media it has none.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` where there are entries and none can be used: then it is the
  ///   wrong feed.
  func entries(of chart: CallParameters.Chart, _ call: Call) throws(Failure) -> [Entity] {
    let entries = elements.enumerated().flatMap { index, element in
      call.keep([element]) { record throws(UnusableRecord) in
        try entity(record, chart, rank: index + 1)
      }
    }
    guard elements.isEmpty || !entries.isEmpty else {
      let reasons = call.skippedInWords.map { " (\($0))" } ?? ""
      throw Failure(
        .upstreamBadData,
        "None of the \(elements.count) entries of the feed is one of the \(chart.rawValue) asked for"
          + reasons + "."
      )
    }
    return entries
  }

  private func entity(
    _ record: JSONRecord,
    _ chart: CallParameters.Chart,
    rank: Int
  ) throws(UnusableRecord) -> Entity {
    switch (form, chart) {
    case (.results, .albums): .album(try Album(ResultEntry(record), rank: rank))
    case (.results, .songs): .song(try Song(ResultEntry(record), rank: rank))
    case (.legacy, .albums): .album(try Album(LegacyEntry(record), rank: rank))
    case (.legacy, .songs): .song(try Song(LegacyEntry(record), rank: rank))
    }
  }
}
