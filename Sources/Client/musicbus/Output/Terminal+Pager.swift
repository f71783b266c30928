import CommandKit
import Glibc
import HostKit

extension Terminal {
  /// Prints lines; if they are more than the screen has, in a pager.
  func page(_ lines: [StyledText]) {
    // The last line of the screen is that of the next prompt.
    guard let height, lines.count >= height, let pager else { return print(lines) }
    output.flush()
    let text = lines.map { $0.rendered(as: outputRendering) + "\n" }.joined()
    if !Terminal.pipe(text, to: pager) { print(lines) }
  }

  /// Runs a command of the shell with a text as its input, and waits for its end.
  ///
  /// - Returns: `false` if the command could not be run.
  private static func pipe(_ text: String, to command: String) -> Bool {
    // The options that git sets: leave if it fits, show colours, and do not clear the screen.
    setenv("LESS", "FRX", 0)
    // The text is UTF-8 in every locale.
    setenv("LESSCHARSET", "utf-8", 0)
    // The pager handles Ctrl-C, and may end early. It would inherit an ignored signal, but no handler.
    let interrupt = signal(SIGINT) { _ in }
    let brokenPipe = signal(SIGPIPE) { _ in }
    defer {
      signal(SIGINT, interrupt)
      signal(SIGPIPE, brokenPipe)
    }
    guard let stream = popen(command, "w") else { return false }
    fputs(text, stream)
    let status = pclose(stream)
    // 127 is that of a shell that does not find the command.
    return status != 127 << 8
  }
}
