import CommandKit
import Foundation
import HubSimulation

@main
struct Main {
  static func main() async {
    let start = Options.program.start(
      CommandLine.arguments.dropFirst(),
      output: { print($0) },
      errors: printError
    )
    guard case .run(_, let invocation) = start else {
      if case .exit(let status) = start { exit(status.rawValue) }
      return
    }
    do {
      let options = Options(invocation)
      switch options.task {
      case .seeds(let seeds) where seeds.count == 1:
        exit(try run(Script(seed: seeds.lowerBound), "Seed \(seeds.lowerBound)", options))
      case .seeds(let seeds): exit(await run(seeds, options))
      case .script(let path):
        let script = try Script(text: try String(contentsOfFile: path, encoding: .utf8))
        exit(try run(script, path, options))
      }
    } catch {
      printError("musicbus-simulate: \(error)")
      exit(1)
    }
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// Runs many schedules.
  ///
  /// - Returns: the exit status.
  private static func run(_ seeds: Range<UInt64>, _ options: Options) async -> Int32 {
    var campaign = Campaign(seeds: seeds, jobs: options.jobs)
    campaign.continuesAfterViolation = options.continuesAfterViolation
    let clock = ContinuousClock()
    let start = clock.now
    let report = await campaign.run()
    let time = (clock.now - start) / .seconds(1)
    let rate = Int(Double(report.schedules) / max(time, 0.001))
    let seconds = String(format: "%.1f", time)
    print("\(report.schedules) schedules in \(seconds) s, \(rate) a second.")
    guard let (seed, violation) = report.failures.min(by: { $0.key < $1.key }) else {
      print("No invariant was violated.")
      return 0
    }
    for (invariant, seeds) in violations(report.failures) {
      print("Violated: \(invariant) (\(seeds.count) seeds: \(seeds.prefix(8)))")
    }
    printShortest(Script(seed: seed), violation, "Seed \(seed)", options)
    return 1
  }

  private static func violations(_ failures: [UInt64: InvariantViolation]) -> [(String, [UInt64])] {
    Dictionary(grouping: failures) { $0.value.invariant }
      .map { ($0.key, $0.value.map(\.key).sorted()) }.sorted { $0.0 < $1.0 }
  }

  private static func run(
    _ script: Script,
    _ name: String,
    _ options: Options
  ) throws -> Int32 {
    if let violation = Simulation.run(script) {
      printShortest(script, violation, name, options)
      return 1
    }
    if options.isTraced { for line in Simulation.trace(of: script) { print(line) } }
    print("\(name): no invariant was violated.")
    return 0
  }

  private static func printShortest(
    _ script: Script,
    _ violation: InvariantViolation,
    _ name: String,
    _ options: Options
  ) {
    print("\(name) violates an invariant: \(violation)")
    let short = Simulation.shrink(script, violation)
    if options.isTraced { for line in Simulation.trace(of: short) { print(line) } }
    print("\(short.steps.count) of its \(script.steps.count) steps do that:\n\(short.text)")
  }
}
