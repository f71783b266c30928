internal import BusProtocol
internal import MusicModel
internal import ProviderKit

/// A chart feed of any generation: with `results` since version 1, with `entry` before.
struct ChartFeed {
  private enum Format { case results, legacy }

  private let format: Format
  private let elements: [JSONValue]

  init(_ response: JSONRecord) throws(Failure) {
    guard let feed = response.record("feed") else {
      throw Failure(.upstreamBadData, "The response has no member \"feed\".")
    }
    if feed.members["results"] != nil {
      format = .results
      elements = try feed.list("results")
    } else {
      format = .legacy
      // A single entry is not in a list, and an empty list is omitted.
      elements = feed.members["entry"] == nil ? [] : try feed.list("entry")
    }
  }

  /// Returns the albums or songs, ranked by their position in the feed.
  ///
  /// - Throws: `UPSTREAM_BAD_DATA` if the feed has entries but none can be used: it is of another
  ///   medium.
  func entries(of chart: CallParameters.Chart, _ call: Call) throws(Failure) -> [Entity] {
    let entries = elements.enumerated().flatMap { index, element in
      call.convert([element]) { record throws(UnusableRecord) in
        try entity(record, chart, rank: index + 1)
      }
    }
    guard elements.isEmpty || !entries.isEmpty else {
      let reasons = call.skippedSummary.map { " (\($0))" } ?? ""
      throw Failure(
        .upstreamBadData,
        "None of the \(elements.count) entries of the feed is in the requested chart of "
          + "\(chart.rawValue)\(reasons)."
      )
    }
    return entries
  }

  private func entity(
    _ record: JSONRecord,
    _ chart: CallParameters.Chart,
    rank: Int
  ) throws(UnusableRecord) -> Entity {
    switch (format, chart) {
    case (.results, .albums): .album(try Album(ResultEntry(record), rank: rank))
    case (.results, .songs): .song(try Song(ResultEntry(record), rank: rank))
    case (.legacy, .albums): .album(try Album(LegacyEntry(record), rank: rank))
    case (.legacy, .songs): .song(try Song(LegacyEntry(record), rank: rank))
    }
  }
}
