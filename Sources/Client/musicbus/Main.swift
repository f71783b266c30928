import ClientKit
import CommandKit
import Glibc
import HostKit

/// musicbus: the command line of the bus. It asks the hub, and shows what came; it never talks to a
/// source and never merges. This file reads the command line, runs what it names, and ends with the
/// status that it earned.
@main
enum Main {
  static func main() {
    let terminal = Terminal(variable: Environment.variable)
    let status = run(Array(CommandLine.arguments.dropFirst()), terminal)
    let isWritten = terminal.output.flush()
    if let signal = SignalHandling.signal { SignalHandling.endProcess(by: signal) }
    exit(isWritten ? status.rawValue : ExitStatus.failed.rawValue)
  }

  private static func run(_ arguments: [String], _ terminal: Terminal) -> ExitStatus {
    do {
      switch try CommandTable.program.parse(arguments) {
      case .run(let action, let invocation):
        return run(action, invocation, terminal)
      case .help(let path):
        terminal.print(CommandTable.program.help(for: path, width: terminal.helpWidth))
      case .version:
        terminal.print(CommandTable.program.versionLine)
      case .completion(let completion):
        for line in completion.lines { terminal.print(line) }
      }
      return .ok
    } catch {
      return terminal.report(error)
    }
  }

  private static func run(
    _ action: @escaping CommandAction,
    _ invocation: Invocation,
    _ terminal: Terminal
  ) -> ExitStatus {
    do {
      let session = try CommandContext(invocation, terminal)
      defer { session.close() }
      return try action(session, invocation)
    } catch ClientError.interrupted {
      return .failed
    } catch {
      return terminal.report(error, asJSON: invocation[GlobalOptions.json])
    }
  }
}
