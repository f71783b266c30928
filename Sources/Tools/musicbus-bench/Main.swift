import CommandKit
import Glibc
import MusicModel

/// musicbus-bench: measures what a user would notice, each figure next to a baseline in the same
/// run, and the quality of matching. Each measurement is one file.
@main
enum Main {
  typealias Action = @Sendable (Invocation) async throws -> Int32

  static let program = Program<Action>(
    "musicbus-bench",
    version: MusicBusVersion.current,
    abstract: "Measures the speed of the bus and the quality of matching.",
    startCommand: "run",
    sections: [
      Program.Section(
        "Commands",
        [
          RunCommand.command, MatchCommand.match, MatchCommand.pairs, CasesCommand.command,
          FindingsCommand.command,
        ]
      )
    ]
  )

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      // A process that a measurement starts.
      if arguments.first == "echo", let endpoint = arguments.dropFirst().first {
        return try Echo.serve(at: endpoint)
      }
      switch program.start(arguments, output: Output.line, errors: Output.error) {
      case .run(let action, let invocation): exit(try await action(invocation))
      case .exit(let status): exit(status.rawValue)
      }
    } catch let error as UsageError {
      // A rule across options.
      Output.error(program.description(of: error))
      exit(ExitStatus.usageError.rawValue)
    } catch {
      Output.error("musicbus-bench: \(error)")
      exit(ExitStatus.failed.rawValue)
    }
  }
}

/// Prints results line by line without buffering, and everything else to standard error.
enum Output {
  static func line(_ text: String) { write(text, to: STDOUT_FILENO) }

  static func error(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: CInt) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

/// A number with so many digits after the point.
func fixed(_ value: Double, digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int((value * scale).rounded())
  let text = String(abs(whole))
  let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  let sign = whole < 0 ? "-" : ""
  return digits == 0 ? sign + padded : sign + padded.dropLast(digits) + "." + padded.suffix(digits)
}
