import EntityResolution
import MusicModel

extension Benchmark {
  /// Does merging cost the same for each record, however many there are?
  static let merge = Benchmark(
    name: "merge",
    synopsis: "--input FILE [--records N] [--samples N] [--salt words|each|front|back]",
    summary: "merges N records (100,000) made of the file's with other words, and 1,000 at a time",
    options: ["input", "records", "samples", "salt"],
    run: { arguments in
      let songs = try SongLines(path: arguments.required("input"))
      let count = try arguments.number("records") ?? 100_000
      let samples = try arguments.number("samples") ?? 15
      guard let variation = SyntheticVariation(rawValue: arguments["salt"] ?? "words") else {
        throw UsageError("--salt is words, each, front or back")
      }
      let records = variation.records(count, from: songs.records)
      let batches = stride(from: 0, to: count, by: 1_000).map { start in
        Array(records[start..<min(start + 1_000, count)])
      }
      var whole = MergeTime(of: [records])
      var parts = MergeTime(of: batches)
      // In turns: the machine is not the same from one minute to the next.
      var ratios = Samples()
      for _ in 0..<samples { ratios.add(whole.sample() / parts.sample()) }
      whole.report("in one batch")
      parts.report("1,000 at a time")
      Output.line(
        "ratio of processor time \(Figures.fixed(ratios.median, digits: 2)) (\(samples) turns, "
          + "\(Figures.fixed(ratios.percentile(0), digits: 2)) to "
          + "\(Figures.fixed(ratios.percentile(1), digits: 2)))"
      )
    }
  )
}

/// The time to merge some batches of records, and the number of resulting entities.
private struct MergeTime {
  private(set) var time = BestTime()
  private let batches: [[SourceRecord]]
  private var entities = 0

  init(of batches: [[SourceRecord]]) {
    self.batches = batches
  }

  /// - Returns: the time of the processor, in seconds.
  @discardableResult
  mutating func sample() -> Double {
    var count = 0
    let batches = batches
    let taken = time.sample {
      for batch in batches { count += Catalog.merge(batch).count }
    }
    entities = count
    return taken
  }

  func report(_ what: String) {
    let records = batches.reduce(0) { $0 + $1.count }
    let each = Figures.fixed(time.wall * 1e6 / Double(records), digits: 2)
    Output.line(
      "\(records) records \(what): \(each) µs each, \(Figures.fixed(time.wall, digits: 3)) s "
        + "(\(Figures.fixed(time.processor, digits: 3)) s of processor time), \(entities) songs"
    )
  }
}
