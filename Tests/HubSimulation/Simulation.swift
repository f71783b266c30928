/// Runs scripts, and makes those that fail short.
package enum Simulation {
  /// Runs the script of a seed.
  ///
  /// - Returns: the violation, if any.
  package static func run(_ script: Script) -> InvariantViolation? {
    var run = SimulationRun(script)
    return run.run()
  }

  /// Returns the events and actions of the hub in a script, and the violation, if any.
  package static func trace(of script: Script) -> [String] {
    var run = SimulationRun(script, recordsTrace: true)
    let violation = run.run()
    return (run.log.trace ?? []) + (violation.map { ["\($0)"] } ?? [])
  }

  /// The same failure with as few steps, and peers as simple, as possible.
  package static func shrink(_ script: Script, _ violation: InvariantViolation) -> Script {
    var best = withFewerSteps(script, violation)
    while let candidate = best.simpler.first(where: { run($0)?.invariant == violation.invariant }) {
      best = candidate
    }
    best = withFewerSteps(best, violation)
    best.shows = violation.invariant
    return best
  }

  private static func withFewerSteps(_ script: Script, _ violation: InvariantViolation) -> Script {
    var best = script
    var chunk = max(1, script.steps.count / 2)
    while true {
      var start = 0
      var didShrink = false
      while start < best.steps.count {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + chunk, best.steps.count))
        if run(candidate)?.invariant == violation.invariant {
          best = candidate
          didShrink = true
        } else {
          start += chunk
        }
      }
      if chunk > 1 {
        chunk = max(1, chunk / 2)
      } else if !didShrink {
        return best
      }
    }
  }
}
