import ClientKit
import CommandKit
import HostKit
import MusicModel

/// The guided demo. Each step is a command as a user would type it, run by the same code.
struct Demo {
  private let environment: DemoEnvironment
  private let terminal: Terminal

  init(_ environment: DemoEnvironment, _ terminal: Terminal) {
    self.environment = environment
    self.terminal = terminal
    terminal.useNoPager()
    terminal.useOneStream()
  }

  /// Runs all steps, even if one of them fails.
  ///
  /// - Throws: ``CommandFailure`` at the end if any step failed.
  func run() throws {
    let directory = environment.environment["MUSICBUS_HOME"] ?? ""
    terminal.print(
      "Using sample sources at \(environment.url) and a temporary hub in \(directory)."
    )
    terminal.output.flush()
    let entities = DemoEntities { try context(Demo.patient) }
    var failureCount = 0
    for step in DemoStep.all {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      do {
        if try show(step, entities) != .ok { failureCount += 1 }
      } catch ClientError.interrupted(let signal) {
        throw ClientError.interrupted(signal: signal)
      } catch {
        failureCount += 1
        _ = terminal.report(error)
      }
    }
    guard failureCount == 0 else {
      throw CommandFailure(
        "\(failureCount) of \(DemoStep.all.count) steps of the demo failed.",
        "See the errors above."
      )
    }
  }

  private func show(_ step: DemoStep, _ entities: DemoEntities) throws -> ExitStatus {
    let arguments = try step.arguments(entities)
    terminal.print("")
    terminal.print(StyledText("# \(step.remark)", .dim))
    terminal.print(
      "\("$ musicbus \(arguments.map(\.quotedForShell).joined(separator: " "))", .bold)"
    )
    // Shows the command before its results arrive.
    terminal.output.flush()
    var status = try run(arguments)
    if let explained = try step.explains?(entities) {
      let report = try MergeReport(of: explained, try context(Demo.patient))
      terminal.print("")
      terminal.print(report.lines(fitting: terminal.width ?? 100))
      if report.isPartial { status = .partialResults }
    }
    return status
  }

  /// A command whose context waits for all sources, however busy the machine is.
  private static let patient = ["hub", "status", "--wait", "30s", "--timeout", "60s"]

  private func run(_ arguments: [String]) throws -> ExitStatus {
    guard case .run(let action, let invocation) = try CommandTable.program.parse(arguments) else {
      return .usageError
    }
    let context = try context(invocation)
    defer { context.close() }
    return try action(context, invocation)
  }

  /// The context of a command that uses the private hub.
  private func context(_ arguments: [String]) throws -> CommandContext {
    guard case .run(_, let invocation) = try CommandTable.program.parse(arguments) else {
      throw CommandFailure("The demo is broken.", "This is a bug in musicbus; please report it.")
    }
    return try context(invocation)
  }

  private func context(_ invocation: Invocation) throws -> CommandContext {
    try CommandContext(
      invocation,
      terminal,
      environment: environment.environment,
      start: .expected(environment.hub)
    )
  }
}
