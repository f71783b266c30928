/// What the command line asks for.
struct Options {
  enum Task {
    case seeds(Range<UInt64>)
    case script(path: String)
    case help
  }

  var task = Task.seeds(0..<1_000)
  /// Whether all that happens is told.
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
      default: throw UsageError(text: "There is no option \"\(word)\".")
      }
    }
    if case .seeds = task { task = .seeds(start..<(start + count)) }
  }

  static let help = """
    USAGE: musicbus-simulate [--seeds N] [--from S] [--all] [--digest] [--jobs N]
           musicbus-simulate --seed S [--trace]
           musicbus-simulate --script FILE [--trace]

    Runs the hub's core in a simulated world — clients, providers, network, processes, clock,
    disk — through schedules that a seed decides, and holds it to its rules. A schedule that
    breaks one is made as short as possible and printed as a script.

    OPTIONS:
      --seeds N      So many schedules (default 1000).
      --from S       From this seed on (default 0).
      --seed S       The schedule of this seed only.
      --script FILE  The schedule in this file.
      --trace        Tell all that happens at the hub; of a failure, in its shortest schedule.
      --all          Go on when a invariant was broken.
      --digest       Print a number for all that the hubs did: equal runs have equal ones.
      --jobs N       Run so many schedules at a time (default 2).
      -h, --help     Tell this.

    Exit status: 0 no invariant was broken, 1 one was, 64 wrong use.
    """
}
