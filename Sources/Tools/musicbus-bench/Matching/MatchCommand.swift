import BusProtocol
import CommandKit
import EntityResolution
import FoundationEssentials
import Glibc
import MusicModel

/// The research tools, which compare the rules of matching with a known truth.
enum MatchCommand {
  static let input = Option("input", .file(), help: "The records, a JSON object a line (required).")
  static let output = Option("output", .file(), help: "Write the cluster of each record to FILE.")
  static let truth = Option("truth", .file(), help: "Report precision and recall against FILE.")
  static let disagreements = Option(
    flag: "disagreements",
    help: "List the pairs on which clusters and truth differ."
  )
  static let quiet = Option(flag: "quiet", help: "Print the score only.")
  static let file = Argument(
    .file(),
    help: "The pairs, a JSON object with left, right and same a line."
  )

  static let match = Command<Main.Action>(
    "match",
    abstract: "Match songs of several sources.",
    options: [input, output, truth, disagreements],
    action: runMatch
  )

  static let pairs = Command<Main.Action>(
    "pairs",
    abstract: "Compare pairs of songs, and list wrong decisions.",
    arguments: [file],
    options: [quiet],
    action: runPairs
  )

  @Sendable private static func runMatch(_ invocation: Invocation) async throws -> Int32 {
    guard let input = invocation[input] else { throw invocation.usageError("--input is missing.") }
    let songs = try SongLines(path: input)
    var entities: [MergedEntity] = []
    let seconds = Stopwatch.microseconds { entities = Catalog.merge(songs.records) } / 1e6
    Output.line("\(songs.records.count) records matched in \(fixed(seconds, digits: 3)) s")
    let clustering = Clustering(of: entities)
    if let output = invocation[output] {
      try Data(clustering.text(songs).utf8).write(to: URL(filePath: output))
    }
    if let truth = try invocation[truth].map({ try TrueClusters(path: $0) }) {
      if invocation[disagreements] {
        report(truth.disagreements(with: clustering, songs), songs)
      }
      Output.line(truth.score(of: clustering, songs).text)
    }
    return ExitStatus.ok.rawValue
  }

  @Sendable private static func runPairs(_ invocation: Invocation) async throws -> Int32 {
    let pairs = try LabelledPair.read(path: invocation[file])
    var score = Score(right: 0, found: 0, there: 0)
    var undecided = 0
    for pair in pairs {
      let comparison = Catalog.compare(pair.left, pair.right)
      let same = comparison.decision == .same
      undecided += comparison.decision == .undecided ? 1 : 0
      score.there += pair.same ? 1 : 0
      score.found += same ? 1 : 0
      score.right += same && pair.same ? 1 : 0
      guard same != pair.same, !invocation[quiet] else { continue }
      let label = pair.same ? "same" : "different"
      Output.line("labelled \(label), decided \(comparison.decision):")
      Output.line("  \(pair.leftText)\n  \(pair.rightText)")
      report(comparison)
    }
    Output.line("\(pairs.count) pairs, \(undecided) undecided (counted as not the same)")
    Output.line(score.text)
    return ExitStatus.ok.rawValue
  }

  private static func report(
    _ disagreements: [TrueClusters.Disagreement],
    _ songs: SongLines
  ) {
    for pair in disagreements {
      let (one, other) = (songs.records[pair.one], songs.records[pair.other])
      let comparison = Catalog.compare(one, other)
      let joined = pair.together ? "joined" : "not joined"
      Output.line("\(joined), this pair alone: \(comparison.decision):")
      for number in [pair.one, pair.other] {
        let name = songs.names[number]
        Output.line("  \(name.source) \(name.id): \(songs.lines[number].text)")
      }
      report(comparison)
    }
  }

  static func report(_ comparison: RecordComparison) {
    for reason in comparison.reasons ?? [] {
      Output.line("    \(reason.side == .for ? "+" : "-")\(reason.weight) \(reason.text)")
    }
  }
}
