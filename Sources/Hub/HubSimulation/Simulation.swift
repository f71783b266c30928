/// Runs scripts, and makes those that fail short.
package enum Simulation {
  /// Runs the script of a seed.
  ///
  /// - Returns: the rule that was broken, if any.
  package static func run(_ script: Script) -> InvariantViolation? {
    var world = World(script)
    return world.run()
  }

  /// What happens at the hub in a script, line by line, and which rule is broken.
  package static func story(of script: Script) -> [String] {
    var world = World(script, keepsStory: true)
    let violation = world.run()
    return (world.story ?? []) + (violation.map { ["\($0)"] } ?? [])
  }

  /// The same failure with as few steps, and a world as plain, as can be found.
  package static func shortened(_ script: Script, _ violation: InvariantViolation) -> Script {
    var best = withFewerSteps(script, violation)
    while let candidate = best.plainer.first(where: { run($0)?.rule == violation.rule }) {
      best = candidate
    }
    best = withFewerSteps(best, violation)
    best.shows = violation.rule
    return best
  }

  private static func withFewerSteps(_ script: Script, _ violation: InvariantViolation) -> Script {
    var best = script
    var chunk = max(1, script.steps.count / 2)
    while true {
      var start = 0
      var gotShorter = false
      while start < best.steps.count {
        var candidate = best
        candidate.steps.removeSubrange(start..<min(start + chunk, best.steps.count))
        if run(candidate)?.rule == violation.rule {
          best = candidate
          gotShorter = true
        } else {
          start += chunk
        }
      }
      if chunk > 1 {
        chunk = max(1, chunk / 2)
      } else if !gotShorter {
        return best
      }
    }
  }
}
