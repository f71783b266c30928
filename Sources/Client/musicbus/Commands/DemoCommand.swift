import ClientKit
import CommandKit

/// `musicbus demo`: shows what the bus can do, with a hub and sources of its own.
enum DemoCommand {
  static let command = Command<CommandAction>(
    "demo",
    abstract: "Show what it can do, with sample sources and a hub of its own.",
    discussion: """
      Starts a hub in a temporary folder, with the providers on sample sources on this machine, runs \
      the commands that it shows, and stops everything again. It needs no network and touches \
      nothing of yours.
      """
  ) { session, _ in
    SignalHandling.install(heedsBrokenPipe: true)
    try walk(session)
    session.terminal.print("")
    session.terminal.print("That was it. Everything is stopped again. Now ask the real sources:")
    session.terminal.print("  musicbus search artists \"Pink Floyd\"")
    return .ok
  }

  private static func walk(_ session: CommandContext) throws {
    let musicBus = try DemoEnvironment(environment: session.environment)
    // Also where the walk is interrupted or fails.
    defer { musicBus.stop() }
    try Demo(musicBus, session.terminal).run()
  }
}
