/// The options of the command line.
struct Options: Hashable, Sendable {
  var port: UInt16 = 0
  var endsWithStandardInput = false
  var isVerbose = false
  var wantsHelp = false
  var faults = FaultPlan()

  /// Wrong use, with the sentence that says why.
  struct UsageError: Error, Hashable {
    let message: String
  }

  init() {}

  /// Takes `--name value` and `--name=value`.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if let apply = Self.flags[argument] {
        apply(&self)
        continue
      }
      let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = halves.first, let apply = Self.values[name] else {
        throw UsageError(message: "unknown option '\(argument)'")
      }
      guard let value = halves.count > 1 ? halves[1] : rest.popFirst() else {
        throw UsageError(message: "'\(name)' needs a value")
      }
      do throws(GrammarError) {
        try apply(&self, value)
      } catch {
        throw UsageError(message: "\(name): \(error.message)")
      }
    }
  }

  private typealias Flag = @Sendable (inout Options) -> Void
  private typealias Value = @Sendable (inout Options, String) throws(GrammarError) -> Void

  private static let flags: [String: Flag] = [
    "--lease": { $0.endsWithStandardInput = true },
    "--verbose": { $0.isVerbose = true },
    "--help": { $0.wantsHelp = true },
    "-h": { $0.wantsHelp = true },
  ]

  private static let values: [String: Value] = [
    "--port": { options, text throws(GrammarError) in
      guard let port = UInt16(text) else {
        throw GrammarError(message: "'\(text)' is not a port from 0 to 65535")
      }
      options.port = port
    },
    "--latency-ms": { options, text throws(GrammarError) in
      guard let count = Int(text), (0...300_000).contains(count) else {
        throw GrammarError(message: "'\(text)' is not a number from 0 to 300000")
      }
      options.faults.latency = .milliseconds(count)
    },
    "--fault": { options, text throws(GrammarError) in
      options.faults.faults.append(try Fault(text))
    },
    "--rate": { options, text throws(GrammarError) in
      options.faults.rates.append(try RateLimit(text))
    },
  ]
}
