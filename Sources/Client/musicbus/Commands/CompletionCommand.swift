import CommandKit

/// `musicbus completion`: lets a shell complete command lines.
enum CompletionCommand {
  private static let shell = Argument(.choice("SHELL", of: Shell.allCases), help: "Which shell.")

  static let command = Command<CommandAction>(
    "completion",
    abstract: "Print the script by which a shell completes command lines.",
    operands: [shell],
    examples: [
      Example("completion bash > ~/.local/share/bash-completion/completions/musicbus", "For bash.")
    ]
  ) { session, invocation in
    session.terminal.output.write(CommandTable.program.completionScript(for: try invocation[shell]))
    return .ok
  }
}
