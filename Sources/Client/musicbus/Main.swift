import ClientKit
import CommandKit
import Glibc
import HostKit

/// musicbus: the command-line client. It calls the hub and prints results; it never contacts a source and
/// never merges. This file parses the command line, runs the command and returns its exit status.
@main
enum Main {
  static func main() {
    let terminal = Terminal(variable: Environment.variable)
    let status = run(Array(CommandLine.arguments.dropFirst()), terminal)
    let isFlushed = terminal.output.flush()
    if let signal = SignalHandling.signal { SignalHandling.endProcess(by: signal) }
    exit(isFlushed ? status.rawValue : ExitStatus.failed.rawValue)
  }

  private static func run(_ arguments: [String], _ terminal: Terminal) -> ExitStatus {
    do {
      switch try CommandTable.program.parse(arguments) {
      case .run(let action, let invocation):
        try checkOptions(of: invocation, terminal)
        return run(action, invocation, terminal)
      case .help(let path):
        // Help is also shown beside options of commands; these are the ones that concern it.
        let options = arguments.prefix { $0 != "--" }
        if options.contains("--no-pager") { terminal.useNoPager() }
        if options.contains("--no-color") { terminal.useNoColor() }
        terminal.page(CommandTable.program.help(for: path, width: terminal.helpWidth))
      case .version:
        terminal.print(CommandTable.program.versionLine)
      case .completion(let completion):
        for line in resolved(completion).lines { terminal.print(line) }
      case .manual(let text):
        terminal.output.write(text)
      }
      return .ok
    } catch {
      return terminal.report(error)
    }
  }

  /// Options without an effect, and fields that no result has, are a mistake; scripts, in which they may be old, are
  /// warned for one version.
  private static func checkOptions(
    of invocation: Invocation,
    _ terminal: Terminal
  ) throws(UsageError) {
    var mistakes = invocation.ineffectiveOptions.map { option in
      ("\(option) has no effect on \"\(invocation.commandLine)\".", "Remove it.")
    }
    let selected =
      (invocation[GlobalOptions.json] ?? [])
      + (invocation[GlobalOptions.template]?.members ?? [])
    if !invocation.fields.isEmpty,
      let name = selected.first(where: { !invocation.fields.contains($0) })
    {
      mistakes.append(
        (
          "The results of \"\(invocation.commandLine)\" have no field \"\(name)\".",
          "They have: \(invocation.fields.joined(separator: ", "))."
        )
      )
    }
    for (sentence, fix) in mistakes {
      guard !terminal.isInteractive else { throw invocation.usageError("\(sentence) \(fix)") }
      terminal.note("musicbus: Warning: \(sentence) The next version refuses it.")
    }
  }

  /// The completion with the words that only a running hub knows.
  private static func resolved(_ completion: Completion) -> Completion {
    guard case .list(let request) = completion else { return completion }
    return HubWords.completion(for: request)
  }

  private static func run(
    _ action: @escaping CommandAction,
    _ invocation: Invocation,
    _ terminal: Terminal
  ) -> ExitStatus {
    do {
      let context = try CommandContext(invocation, terminal)
      defer { context.close() }
      return try action(context, invocation)
    } catch ClientError.interrupted {
      return .failed
    } catch {
      return terminal.report(error, asJSON: invocation[GlobalOptions.json] != nil)
    }
  }
}
