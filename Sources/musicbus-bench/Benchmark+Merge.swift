import Catalog
import MusicModel

extension Benchmark {
  /// Does merging cost the same for each record, however many there are?
  static let merge = Benchmark(
    name: "merge",
    synopsis: "--input FILE [--records N] [--samples N] [--salt each|front|back]",
    summary: "merges N records (100,000) made of the file's with other words, and 1,000 at a time",
    options: ["input", "records", "samples", "salt"],
    run: { arguments in
      let songs = try SongLines(path: arguments.required("input"))
      let count = arguments["records"].flatMap { Int($0) } ?? 100_000
      let samples = arguments["samples"].flatMap { Int($0) } ?? 5
      guard let salt = Salt(rawValue: arguments["salt"] ?? "each") else {
        throw UsageError("--salt is each, front or back")
      }
      let records = salt.records(count, from: songs.records)
      let batches = stride(from: 0, to: count, by: 1_000).map { start in
        Array(records[start..<min(start + 1_000, count)])
      }
      var (whole, parts) = (BestTime(), BestTime())
      for _ in 0..<samples {
        whole.sample { blackHole(Catalog.merge(records)) }
        parts.sample { for batch in batches { blackHole(Catalog.merge(batch)) } }
      }
      tell("all at once", whole, count)
      tell("1,000 at a time", parts, count)
      Output.line(
        "ratio \(Figures.fixed(whole.wall / parts.wall, digits: 2)), "
          + "of processor time \(Figures.fixed(whole.processor / parts.processor, digits: 2))"
      )
    }
  )

  private static func tell(_ what: String, _ time: BestTime, _ count: Int) {
    let each = Figures.fixed(time.wall * 1e6 / Double(count), digits: 2)
    Output.line(
      "\(count) records \(what): \(each) µs each, \(Figures.fixed(time.wall, digits: 3)) s "
        + "(\(Figures.fixed(time.processor, digits: 3)) s of processor time)"
    )
  }
}

/// Keeps the optimizer from leaving out what is measured.
@inline(never)
func blackHole<Value>(_ value: Value) {}
