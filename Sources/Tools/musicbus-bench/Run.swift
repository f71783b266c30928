import CommandKit

/// A measurement of speed with its targets.
struct Measurement: Sendable {
  /// By which `--only` chooses it.
  var name: String
  /// Measures a million calls and records instead of some thousands if it is to take long.
  var run: @Sendable (_ isLong: Bool) async throws -> [PerformanceTarget]

  /// All of them, in the order in which they run; a new one is added here.
  static let all: [Measurement] = [
    .cachedReplies, .uncachedSearch, .coldStart, .memory, .library, .favorites, .idle,
  ]
}

/// Something that a measurement needs is not there.
struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The command that measures: `musicbus-bench [run]`.
enum RunCommand {
  static let only = Option(
    repeating: "only",
    ValueSyntax(
      "NAME",
      expectation: "one of " + Measurement.all.map(\.name).joined(separator: ", ")
    ) { name in Measurement.all.first { $0.name == name } },
    help: "Measure only that; may be repeated."
  )
  static let json = Option(flag: "json", help: "Print a line of JSON for each value.")
  static let compare = Option(
    "compare",
    .file(),
    help: "Also print the change since an earlier run, whose output of --json FILE contains."
  )
  static let long = Option(flag: "long", help: "Measure a million calls and records.")

  static let command = Command<Main.Action>(
    "run",
    abstract: "Measure, and compare each value with its target.",
    discussion: "Exits with 1 if a measurement failed or a target is missed.",
    options: [only, json, compare, long],
    action: { invocation in
      var run = Run(isJSON: invocation[json], isLong: invocation[long])
      run.earlier = try invocation[compare].map { try EarlierRun(path: $0) }
      let chosen = invocation[only]
      return try await run.measure(chosen.isEmpty ? Measurement.all : chosen)
    }
  )
}

/// A run of measurements: prints the machine, and each value as soon as it is measured.
struct Run {
  var isJSON = false
  var isLong = false
  var earlier: EarlierRun?

  /// - Returns: the exit status.
  func measure(_ measurements: [Measurement]) async throws -> Int32 {
    Output.error(Machine.text)
    if !Machine.isReleaseBuild { Output.error("This is a debug build: its figures mean nothing.") }
    var targets: [PerformanceTarget] = []
    var isComplete = true
    for measurement in measurements {
      do {
        let busyPercent = MachineLoad.percent()
        for var target in try await measurement.run(isLong) {
          if busyPercent > MachineLoad.maxPercent { target.busyPercent = busyPercent }
          try show(target)
          targets.append(target)
        }
      } catch {
        isComplete = false
        Output.error("\(measurement.name): not measured: \(error)")
      }
    }
    let missed = targets.filter { $0.isMet == false }.map(\.name)
    let limited = targets.count { $0.isMet != nil }
    Output.error(
      "\(limited - missed.count) of \(limited) targets met"
        + (missed.isEmpty ? "." : "; not: \(missed.joined(separator: ", ")).")
    )
    return (isComplete && missed.isEmpty ? ExitStatus.ok : .failed).rawValue
  }

  private func show(_ target: PerformanceTarget) throws {
    Output.line(isJSON ? try target.json() : target.text)
    guard let change = earlier?.change(of: target) else { return }
    if isJSON {
      Output.error("\(target.name): \(change)")
    } else {
      Output.line("        \(change)")
    }
  }
}
