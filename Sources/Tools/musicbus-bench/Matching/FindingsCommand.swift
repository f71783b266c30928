import CommandKit
import EntityResolution
import MusicModel

/// What the comparisons of labelled records find, for fitting the weights of evidence to them.
enum FindingsCommand {
  static let cases = Option(
    repeating: "cases",
    .file(),
    help: "Labelled cases, a JSON object per record."
  )
  static let pairs = Option("pairs", .file(), help: "Labelled pairs of songs, as for \"pairs\".")

  static let command = Command<Main.Action>(
    "findings",
    abstract: "Print what comparisons of labelled records find, a line per pair.",
    options: [cases, pairs, MatchCommand.input, MatchCommand.truth],
    action: run
  )

  /// Prints `set<TAB>kind<TAB>case<TAB>same<TAB>one<TAB>other<TAB>weight weight …`; `one` and `other` number the records.
  @Sendable private static func run(_ invocation: Invocation) async throws -> Int32 {
    func line(
      _ set: String,
      _ kind: String,
      _ name: String,
      _ areSame: Bool,
      _ finding: Catalog.Finding
    ) {
      let columns = [
        set, kind, name, areSame ? "1" : "0", String(finding.one), String(finding.other),
        finding.weights.joined(separator: " "),
      ]
      Output.line(columns.joined(separator: "\t"))
    }
    for path in invocation[cases] {
      for one in try LabelledCase.read(path: path) {
        // All pairs of so many records are too many.
        let isSmall = one.records.count <= 150
        for finding in Catalog.findings(among: one.records, all: isSmall) {
          let areSame = one.truth[finding.one] == one.truth[finding.other]
          line("cases", one.kind, one.name, areSame, finding)
        }
      }
    }
    if let path = invocation[pairs] {
      for (number, pair) in try LabelledPair.read(path: path).enumerated() {
        for finding in Catalog.findings(among: [pair.left, pair.right], all: true) {
          line("pairs", "song", String(number), pair.same, finding)
        }
      }
    }
    if let input = invocation[MatchCommand.input], let path = invocation[MatchCommand.truth] {
      let (songs, truth) = (try SongLines(path: input), try TrueClusters(path: path))
      for finding in Catalog.findings(among: songs.records, all: false) {
        guard let cluster = truth.cluster(of: finding.one, songs) else { continue }
        let areSame = cluster == truth.cluster(of: finding.other, songs)
        line("clusters", "song", cluster, areSame, finding)
      }
    }
    return ExitStatus.ok.rawValue
  }
}
