import Catalog
import Cores
import MusicModel
import Pieces

extension Benchmark {
  /// Does merging cost the same for each record, however many there are?
  static let merge = Benchmark(
    name: "merge",
    synopsis: "--input FILE [--records N] [--samples N] [--cores N] [--salt words|each|front|back]",
    summary: "merges N records (100,000) made of the file's with other words, and 1,000 at a time",
    options: ["input", "records", "samples", "salt", "cores"],
    run: { arguments in
      let songs = try SongLines(path: arguments.required("input"))
      let count = try arguments.number("records") ?? 100_000
      let samples = try arguments.number("samples") ?? 5
      let cores = try arguments.number("cores") ?? AllCores().count
      guard let salt = Salt(rawValue: arguments["salt"] ?? "words") else {
        throw UsageError("--salt is words, each, front or back")
      }
      let records = salt.records(count, from: songs.records)
      let batches = stride(from: 0, to: count, by: 1_000).map { start in
        Array(records[start..<min(start + 1_000, count)])
      }
      let whole = MergeTime(of: [records], samples: samples, by: OneWorker())
      let parts = MergeTime(of: batches, samples: samples, by: OneWorker())
      whole.tell("all at once")
      parts.tell("1,000 at a time")
      Output.line(
        "ratio \(Figures.fixed(whole.time.wall / parts.time.wall, digits: 2)), "
          + "of processor time "
          + Figures.fixed(whole.time.processor / parts.time.processor, digits: 2)
      )
      guard cores > 1 else { return }
      let shared = MergeTime(of: [records], samples: samples, by: AllCores(count: cores))
      shared.tell("all at once on \(cores) cores")
    }
  )
}

/// How long it takes to merge some batches of records, and how many entities come of them.
private struct MergeTime {
  private(set) var time = BestTime()
  private let records: Int
  private var entities = 0

  init(of batches: [[SourceRecord]], samples: Int, by workers: any Workers) {
    records = batches.reduce(0) { $0 + $1.count }
    for _ in 0..<samples {
      entities = 0
      time.sample {
        for batch in batches { entities += Catalog.merge(batch, workers: workers).count }
      }
    }
  }

  func tell(_ what: String) {
    let each = Figures.fixed(time.wall * 1e6 / Double(records), digits: 2)
    Output.line(
      "\(records) records \(what): \(each) µs each, \(Figures.fixed(time.wall, digits: 3)) s "
        + "(\(Figures.fixed(time.processor, digits: 3)) s of processor time), \(entities) songs"
    )
  }
}
