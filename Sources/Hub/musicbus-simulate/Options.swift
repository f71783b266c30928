/// The options of the command line.
struct Options {
  enum Task {
    case seeds(Range<UInt64>)
    case script(path: String)
    case help
  }

  var task = Task.seeds(0..<1_000)
  /// Whether all events are printed.
  var isTraced = false
  var continuesAfterViolation = false
  var takesDigest = false
  var jobs = 2

  struct UsageError: Error {
    let text: String
  }

  init(_ words: some Sequence<String>) throws(UsageError) {
    var words = words.makeIterator()
    var (count, start): (UInt64, UInt64) = (1_000, 0)
    func value(of option: String) throws(UsageError) -> String {
      guard let word = words.next() else { throw UsageError(text: "\(option) needs a value.") }
      return word
    }
    func number(of option: String) throws(UsageError) -> UInt64 {
      let word = try value(of: option)
      guard let number = UInt64(word), number <= 1 << 62 else {
        throw UsageError(text: "\(option) needs a number, not \"\(word)\".")
      }
      return number
    }
    while let word = words.next() {
      switch word {
      case "--seeds": count = try number(of: word)
      case "--from": start = try number(of: word)
      case "--seed": (start, count) = (try number(of: word), 1)
      case "--script": task = .script(path: try value(of: word))
      case "--jobs": jobs = Int(try number(of: word))
      case "--trace": isTraced = true
      case "--all": continuesAfterViolation = true
      case "--digest": takesDigest = true
      case "-h", "--help": task = .help
      default: throw UsageError(text: "Unknown option \"\(word)\".")
      }
    }
    if case .seeds = task { task = .seeds(start..<(start + count)) }
  }

  static let help = """
    USAGE: musicbus-simulate [--seeds N] [--from S] [--all] [--digest] [--jobs N]
           musicbus-simulate --seed S [--trace]
           musicbus-simulate --script FILE [--trace]

    Runs the hub's core with simulated clients, providers, network, processes, clock and disk.
    A seed determines each schedule. A schedule that violates an invariant is shrunk and printed
    as a script.

    OPTIONS:
      --seeds N      Number of schedules (default 1000).
      --from S       First seed (default 0).
      --seed S       Run the schedule of this seed only.
      --script FILE  Run the schedule in this file.
      --trace        Print every hub event; for a failure, of the shrunk schedule.
      --all          Continue after a violation.
      --digest       Print a digest of all hub actions, to compare runs.
      --jobs N       Number of concurrent schedules (default 2).
      -h, --help     Print this help.

    Exit status: 0 no violation, 1 violation, 64 invalid command line.
    """
}
