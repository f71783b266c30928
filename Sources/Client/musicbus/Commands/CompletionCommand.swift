import CommandKit

/// `musicbus completion SHELL`
enum CompletionCommand {
  private static let shell = Argument(.choice("SHELL", of: Shell.allCases), help: "Target shell.")

  static let command = Command<CommandAction>(
    "completion",
    abstract: "Print a shell completion script.",
    uses: [],
    arguments: [shell],
    examples: [
      Example(
        "completion bash > ~/.local/share/bash-completion/completions/musicbus",
        "Install completion for bash."
      )
    ]
  ) { context, invocation in
    context.terminal.output.write(CommandTable.program.completionScript(for: try invocation[shell]))
    return .ok
  }
}
