import CommandKit
import Glibc
import HostKit

extension Terminal {
  /// Prints lines, then notes; if they are more than the screen has, in a pager, in which the first lines stay
  /// in view.
  func page(_ lines: [StyledText], notes: [StyledText] = [], headerLines: Int = 0) {
    // The last line of the screen is that of the next prompt.
    guard let height, lines.count + notes.count >= height, let pager else {
      print(lines)
      return notes.forEach(note)
    }
    output.flush()
    // Notes that are not for this screen go where they always go.
    let shown = showsProgress ? lines + notes : lines
    let text = shown.map { $0.rendered(as: outputRendering) + "\n" }.joined()
    if !Terminal.pipe(text, to: Terminal.command(pager, headerLines: headerLines)) { print(shown) }
    if !showsProgress { notes.forEach(note) }
  }

  /// The command of the pager; `less` keeps a header in view from version 600 on.
  private static func command(_ pager: String, headerLines: Int) -> String {
    guard pager == "less", headerLines > 0 else { return pager }
    return """
      set -- $(less --version); [ "${2%%[!0-9]*}" -ge 600 ] 2> /dev/null && \
      exec less --header=\(headerLines); exec less
      """
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
