import EntityResolution
import FoundationEssentials
import MusicModel

extension Benchmark {
  /// Are these two offers of two shops the same song?
  static let pairs = Benchmark(
    name: "pairs",
    synopsis: "FILE [--quiet]",
    summary: "compares pairs of songs (left, right, same), and lists wrong decisions",
    options: [],
    run: { arguments in
      let pairs = try SongPairs(path: arguments.argument("FILE"))
      var score = Score(right: 0, found: 0, there: 0)
      var undecided = 0
      for pair in pairs.pairs {
        let comparison = Catalog.compare(pair.left, pair.right)
        let same = comparison.verdict == .same
        if comparison.verdict == .undecided { undecided += 1 }
        score.there += pair.same ? 1 : 0
        score.found += same ? 1 : 0
        score.right += same && pair.same ? 1 : 0
        if same != pair.same, !arguments.contains("quiet") { report(pair, comparison) }
      }
      Output.line("\(pairs.pairs.count) pairs, \(undecided) undecided (counted as not the same)")
      Output.line(score.text)
    }
  )

  private static func report(_ pair: SongPairs.Pair, _ comparison: Comparison) {
    Output.line("labelled \(pair.same ? "same" : "different"), decided \(comparison.verdict):")
    Output.line("  \(pair.leftText)\n  \(pair.rightText)")
    Comparisons.report(comparison)
  }
}

/// Formats comparisons for users.
enum Comparisons {
  static func report(_ comparison: Comparison) {
    for reason in comparison.reasons {
      Output.line("    \(reason.side == .for ? "+" : "-")\(reason.weight) \(reason.text)")
    }
  }
}
