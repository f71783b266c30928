import ClientKit
import CommandKit
import HostKit
import MusicModel

/// The walk through what the bus can do. Each step is a command as a user would type it, run by the
/// very code that would run it then.
struct Demo {
  private let musicBus: DemoEnvironment
  private let terminal: Terminal

  init(_ musicBus: DemoEnvironment, _ terminal: Terminal) {
    self.musicBus = musicBus
    self.terminal = terminal
  }

  /// Walks all steps, also where one of them does not end as it should.
  ///
  /// - Throws: ``CommandFailure`` at the end, where any has failed.
  func run() throws {
    let folder = musicBus.environment["MUSICBUS_HOME"] ?? ""
    terminal.print("Sample sources at \(musicBus.url), a hub of its own in \(folder).")
    terminal.output.flush()
    let finds = DemoFinds(try session(["hub", "status"]))
    var failureCount = 0
    for step in DemoStep.all {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      do {
        if try show(step, finds) != .ok { failureCount += 1 }
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
        "What went wrong is told above."
      )
    }
  }

  private func show(_ step: DemoStep, _ finds: DemoFinds) throws -> ExitStatus {
    let arguments = try step.arguments(finds)
    terminal.print("")
    terminal.print(StyledText("# \(step.remark)", .dim))
    terminal.print("\("$ musicbus \(arguments.map(quoted).joined(separator: " "))", .bold)")
    // Who watches sees what is being waited for.
    terminal.output.flush()
    var status = try run(arguments)
    if let explained = try step.explains?(finds) {
      let report = try MergeReport(of: explained, try session(["hub", "status"]))
      terminal.print("")
      terminal.print(report.lines(fitting: terminal.width ?? 100))
      if report.isPartial { status = .partialAnswer }
    }
    return status
  }

  private func run(_ arguments: [String]) throws -> ExitStatus {
    guard case .run(let action, let invocation) = try CommandTable.program.parse(arguments) else {
      return .wrongUse
    }
    let session = try session(invocation)
    defer { session.close() }
    return try action(session, invocation)
  }

  /// A session with the private hub, as a command line of its own would have it.
  private func session(_ arguments: [String]) throws -> CommandContext {
    guard case .run(_, let invocation) = try CommandTable.program.parse(arguments) else {
      throw CommandFailure("The demo is broken.", "This is a mistake in musicbus.")
    }
    return try session(invocation)
  }

  private func session(_ invocation: Invocation) throws -> CommandContext {
    try CommandContext(
      invocation,
      terminal,
      environment: musicBus.environment,
      start: .expected(musicBus.hub)
    )
  }

  /// A word as a shell wants it.
  private func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F
    }
    return isPlain ? word : "\"\(word)\""
  }
}
