/// Runs scripts, and makes those that fail short.
package enum Simulation {
  /// Runs the script of a seed.
  ///
  /// - Returns: the rule that was broken, if any.
  package static func run(_ script: Script) -> Violation? {
    var world = World(script)
    return world.run()
  }

  /// What happens at the hub in a script, line by line, and which rule is broken.
  package static func story(of script: Script) -> [String] {
    var world = World(script, keepsStory: true)
    let violation = world.run()
    return (world.story ?? []) + (violation.map { ["\($0)"] } ?? [])
  }

  /// Whether two runs of one script do the same, to the byte.
  package static func isRepeatable(_ script: Script) -> Bool {
    fingerprint(script) == fingerprint(script)
  }

  private static func fingerprint(_ script: Script) -> UInt64? {
    var world = World(script, keepsTranscript: true)
    _ = world.run()
    return world.fingerprint
  }

  /// The same failure with as few steps as can be found.
  package static func shortened(_ script: Script, _ violation: Violation) -> Script {
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
