import Catalog
import MusicModel

extension Benchmark {
  /// Does merging cost the same for each record, however many there are?
  static let merge = Benchmark(
    name: "merge",
    synopsis: "--input FILE [--records N] [--samples N]",
    summary:
      "merges N records (100,000), made from the file's with other words, and 1,000 at a time",
    options: ["input", "records", "samples"],
    run: { arguments in
      let songs = try SongLines(path: arguments.required("input"))
      let count = arguments["records"].flatMap { Int($0) } ?? 100_000
      let samples = arguments["samples"].flatMap { Int($0) } ?? 5
      let records = Salted.records(count, from: songs.records)
      let batches = stride(from: 0, to: count, by: 1_000).map { start in
        Array(records[start..<min(start + 1_000, count)])
      }
      let clock = ContinuousClock()
      var whole = Duration.seconds(3_600)
      var parts = Duration.seconds(3_600)
      for _ in 0..<samples {
        whole = min(whole, clock.measure { blackHole(Catalog.merge(records)) })
        parts = min(
          parts,
          clock.measure { for batch in batches { blackHole(Catalog.merge(batch)) } }
        )
      }
      let ratio = Figures.seconds(whole) / Figures.seconds(parts)
      Output.line(
        "\(count) records: \(each(whole, count)) µs each, \(seconds(whole)) s in all; "
          + "1,000 at a time: \(each(parts, count)) µs each; ratio \(Figures.fixed(ratio, digits: 2))"
      )
    }
  )

  private static func each(_ duration: Duration, _ count: Int) -> String {
    Figures.fixed(Figures.seconds(duration) * 1e6 / Double(count), digits: 2)
  }

  private static func seconds(_ duration: Duration) -> String {
    Figures.fixed(Figures.seconds(duration), digits: 3)
  }
}

/// Keeps the optimizer from leaving out what is measured.
@inline(never)
func blackHole<Value>(_ value: Value) {}
