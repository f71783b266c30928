import CommandKit

/// `musicbus version`
enum VersionCommand {
  static let command = Command<CommandAction>(
    "version",
    abstract: "Show the version, like --version.",
    uses: []
  ) { context, _ in
    context.terminal.print(CommandTable.program.versionLine)
    return .ok
  }
}
