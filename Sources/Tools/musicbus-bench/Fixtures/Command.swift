import Glibc
import HostKit

/// A program that is run to its end.
struct Command {
  private let launch: Launch
  private let statuses: Set<Int32>

  /// Describes it; besides `environment` it gets the path of programs. An exit status that is not
  /// among `statuses` is a failure.
  init(
    _ executable: String,
    _ arguments: [String] = [],
    _ environment: Environment = [:],
    statuses: Set<Int32> = [0]
  ) {
    var launch = Launch(
      executable,
      arguments,
      environment: Environment.current.allowing(["PATH", "LANG"])
        .merging(environment) { _, new in new }
    )
    launch.output = .null
    launch.errors = .null
    self.launch = launch
    self.statuses = statuses
  }

  /// From its start to its end, in milliseconds.
  func time() throws -> Double {
    var ending: ChildProcess.Termination?
    let time = try Stopwatch.microseconds {
      ending = try ChildProcess(launch).waitForExit(.after(.seconds(60)))
    }
    guard case .exited(let status)? = ending, statuses.contains(status) else {
      let how = ending.map { "\($0)" } ?? "no end"
      throw Missing("\(launch.executable) \(launch.arguments.joined(separator: " ")): \(how)")
    }
    return time / 1_000
  }

  /// Runs two programs by turns and returns their times in milliseconds.
  static func compare(_ one: Command, _ other: Command, rounds: Int) throws -> AlternatingRounds {
    var times = AlternatingRounds()
    for _ in 0..<rounds { times.add(try one.time(), baseline: try other.time()) }
    return times
  }

  /// Finds an external program in PATH.
  ///
  /// - Throws: ``NotInstalled``
  static func find(_ name: String) throws -> String {
    guard let path = ExecutableSearch.find(name, path: Environment.current["PATH"]) else {
      throw NotInstalled(name)
    }
    return path
  }
}
