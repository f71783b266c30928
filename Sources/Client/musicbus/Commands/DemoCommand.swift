import ClientKit
import CommandKit

/// `musicbus demo`
enum DemoCommand {
  static let command = Command<CommandAction>(
    "demo",
    abstract: "Run a guided demo on bundled sample data.",
    discussion: """
      Starts a hub in a temporary directory, with providers that use local sample sources, runs the \
      commands shown, and stops everything again. It needs no network and does not touch your data.
      """,
    uses: []
  ) { context, _ in
    SignalHandling.install(handlesBrokenPipe: true)
    try runSteps(context)
    context.terminal.print("")
    context.terminal.print("The demo is over and everything is stopped. Now try the real sources:")
    context.terminal.print("  musicbus search artists \"Pink Floyd\"")
    return .ok
  }

  private static func runSteps(_ context: CommandContext) throws {
    let environment = try DemoEnvironment(environment: context.environment)
    // Also if the demo is interrupted or fails.
    defer { environment.stop() }
    try Demo(environment, context.terminal).run()
  }
}
