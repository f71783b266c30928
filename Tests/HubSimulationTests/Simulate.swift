import HostKit
import TestKit

/// Runs the simulator as a separate process.
func simulate(_ arguments: [String], _ program: String = "musicbus-simulate") throws -> RunResult {
  let path = program.hasPrefix("/") ? program : Executables.path(program)
  return try RunResult.of(
    Launch(path, arguments, environment: .ofTests),
    within: .seconds(1_800)
  )
}
