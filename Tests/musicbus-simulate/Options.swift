import CommandKit
import MusicModel

/// The command line of `musicbus-simulate`.
struct Options {
  enum Task {
    case seeds(Range<UInt64>)
    case script(path: String)
  }

  let task: Task
  /// Whether all events are printed.
  let isTraced: Bool
  let continuesAfterViolation: Bool
  let jobs: Int

  private static let seeds = Option(
    "seeds",
    number("N"),
    help: "Number of schedules.",
    default: "1000"
  )
  private static let from = Option("from", number("SEED"), help: "First seed.", default: "0")
  private static let seed = Option(
    "seed",
    number("SEED"),
    help: "Run the schedule of this seed only."
  )
  private static let script = Option("script", .file(), help: "Run the schedule in this file.")
  private static let trace = Option(
    flag: "trace",
    help: "Print every hub event; for a failure, of the shrunk schedule."
  )
  private static let all = Option(flag: "all", help: "Continue after a violation.")
  private static let jobs = Option(
    "jobs",
    .integer("N", in: 1...1_024),
    help: "Number of concurrent schedules.",
    default: "2"
  )

  private static func number(_ name: String) -> ValueSyntax<Int> {
    .integer(name, in: 0...Int.max)
  }

  static let program = Program<Void>(
    "musicbus-simulate",
    version: MusicBusVersion.current,
    command: Command(
      "run",
      abstract:
        "Runs the hub's core with simulated clients, providers, network, processes, clock and disk.",
      discussion: """
        A seed determines each schedule. A schedule that violates an invariant is shrunk and printed as a script.
        Exit status: 0 no violation, 1 violation, 64 invalid command line.
        """,
      options: [seeds, from, seed, script, trace, all, jobs],
      action: ()
    )
  )

  init(_ invocation: Invocation) {
    if let path = invocation[Options.script] {
      task = .script(path: path)
    } else if let seed = invocation[Options.seed] {
      task = .seeds(UInt64(seed)..<UInt64(seed) + 1)
    } else {
      let first = UInt64(invocation[Options.from] ?? 0)
      task = .seeds(first..<first + UInt64(invocation[Options.seeds] ?? 1_000))
    }
    isTraced = invocation[Options.trace]
    continuesAfterViolation = invocation[Options.all]
    jobs = invocation[Options.jobs] ?? 2
  }
}
