import BusProtocol
import CommandKit
import EntityResolution
import MusicModel

/// Precision and recall of matching on the labelled cases, by kind.
enum CasesCommand {
  static let files = Argument(
    repeating: .file(),
    help: "The labelled cases, a JSON object per record."
  )
  static let kind = Option("kind", .text("KIND"), help: "Only cases of this kind.")
  static let warm = Option(
    "warm",
    .text("PROVIDER"),
    help: "Match them a second time, after a search to which this provider did not reply."
  )

  static let command = Command<Main.Action>(
    "cases",
    abstract: "Match the records of labelled cases, by kind of difficulty.",
    arguments: [files],
    options: [kind, warm, MatchCommand.disagreements],
    action: run
  )

  @Sendable private static func run(_ invocation: Invocation) async throws -> Int32 {
    var cases = try invocation[files].flatMap { try LabelledCase.read(path: $0) }
    if let kind = invocation[kind] { cases = cases.filter { $0.kind == kind } }
    if let name = invocation[warm] {
      guard let provider = ProviderID(rawValue: name) else {
        throw invocation.usageError("\"\(name)\" is no id of a provider.")
      }
      for index in cases.indices { cases[index].missesFirst = provider }
    }
    let quality = MatchingQuality(of: cases)
    for row in quality.rows { Output.line(row) }
    guard invocation[MatchCommand.disagreements] else { return ExitStatus.ok.rawValue }
    for one in cases { report(one) }
    return ExitStatus.ok.rawValue
  }

  private static func report(_ one: LabelledCase) {
    let areJoined = one.joined()
    for pair in one.pairs where areJoined(pair) != pair.areSame {
      let comparison = Catalog.compare(one.records[pair.one], one.records[pair.other])
      Output.line(
        "\(one.kind) \(one.name): \(pair.areSame ? "not joined" : "joined wrongly"), this pair alone: "
          + "\(comparison.decision.rawValue) \(comparison.points)"
      )
      Output.line("  \(one.text(pair.one))\n  \(one.text(pair.other))")
      MatchCommand.report(comparison)
    }
  }
}

/// Precision and recall of matching, by kind of difficulty.
struct MatchingQuality {
  /// Of all records of a case matched together, and of each pair alone.
  private(set) var kinds: [(name: String, together: Score, alone: Score, records: Int)] = []

  init(of cases: [LabelledCase]) {
    for one in cases {
      let index = kinds.firstIndex { $0.name == one.kind } ?? kinds.count
      if index == kinds.count { kinds.append((one.kind, .none, .none, 0)) }
      let (areJoined, areSame) = (one.joined(), one.compared())
      kinds[index].records += one.records.count
      for pair in one.pairs {
        kinds[index].together.add(found: areJoined(pair), there: pair.areSame)
        kinds[index].alone.add(found: areSame(pair), there: pair.areSame)
      }
    }
  }

  var together: Score { kinds.map(\.together).reduce(.none, +) }
  var alone: Score { kinds.map(\.alone).reduce(.none, +) }
  var meanOfKinds: Double { kinds.map(\.together.f1).reduce(0, +) / Double(max(1, kinds.count)) }

  var rows: [String] {
    func row(_ name: String, _ records: Int, _ together: Score, _ alone: Score) -> String {
      let values = [
        together.precision, together.sensitivity, together.f1, alone.precision, alone.sensitivity,
        alone.f1,
      ]
      return name.padded(to: 20) + String(records).padded(to: 8)
        + values.map { fixed($0, digits: 3).padded(to: 8) }.joined()
    }
    let all = row("all", kinds.map(\.records).reduce(0, +), together, alone)
    return ["kind                records P       R       F1      P alone R alone F1 alone"]
      + kinds.map { row($0.name, $0.records, $0.together, $0.alone) }
      + [all, "mean of the kinds " + fixed(meanOfKinds, digits: 3)]
  }
}

extension Score {
  static let none = Score(right: 0, found: 0, there: 0)

  static func + (one: Score, other: Score) -> Score {
    Score(
      right: one.right + other.right,
      found: one.found + other.found,
      there: one.there + other.there
    )
  }

  mutating func add(found: Bool, there: Bool) {
    self.found += found ? 1 : 0
    self.there += there ? 1 : 0
    right += found && there ? 1 : 0
  }
}
