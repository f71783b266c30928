import HubSimulation

@main
struct Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "story", let seed = arguments.last.flatMap({ UInt64($0) }) {
      var script = Script(seed: seed)
      if let violation = Simulation.run(script) { script = Simulation.shortened(script, violation) }
      for line in Simulation.story(of: script) { print(line) }
      return
    }
    var failures: [String: [Int]] = [:]
    let count = arguments.first.flatMap { Int($0) } ?? 100
    let clock = ContinuousClock()
    let start = clock.now
    for seed in 0..<count {
      let script = Script(seed: UInt64(seed))
      if let violation = Simulation.run(script) {
        failures[violation.rule, default: []].append(seed)
      }
    }
    for (rule, seeds) in failures.sorted(by: { $0.key < $1.key }) {
      print(rule, seeds.count, seeds.prefix(8))
    }
    print("\(count) in \(clock.now - start)")
  }
}
