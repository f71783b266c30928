import CommandKit
import Glibc
import HostKit

/// The terminal: data on standard output, everything else on standard error.
final class Terminal {
  let output = OutputStream()
  /// The width of standard output in columns; `nil` if unlimited.
  private(set) var width: Int?
  /// Whether notes are on standard output, in their place between the results.
  private var joinsNotes = false
  /// Whether standard output is a terminal, so that the user sees the output here.
  let isInteractive: Bool
  /// Whether standard error is a terminal, so that progress is worth showing.
  let showsProgress: Bool
  /// The height of the screen on standard output; `nil` without one.
  let height: Int?
  /// The command that shows long output; `nil` if the user wants none.
  private(set) var pager: String?
  private(set) var outputRendering: StyledText.Rendering
  private(set) var errorRendering: StyledText.Rendering

  /// - Parameter variable: Returns the value of an environment variable.
  init(variable: (String) -> String?) {
    let wantsColor = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    showsProgress = isatty(STDERR_FILENO) == 1
    isInteractive = isatty(STDOUT_FILENO) == 1
    outputRendering = wantsColor && isInteractive ? .ansi : .plain
    errorRendering = wantsColor && showsProgress ? .ansi : .plain
    let size = Terminal.size
    height = size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    let command = variable("MUSICBUS_PAGER") ?? variable("PAGER") ?? "less"
    pager = command.isEmpty || command == "cat" || variable("TERM") == "dumb" ? nil : command
    let columns = size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    width = (columns ?? variable("COLUMNS").flatMap { Int($0) }).map { max($0, 20) }
  }

  /// The width of help pages, which are always wrapped.
  var helpWidth: Int { min(width ?? 80, 100) }

  func useNoColor() {
    outputRendering = .plain
    errorRendering = .plain
  }

  func useNoPager() { pager = nil }

  /// Writes everything to standard output, in lines that people can read, wherever that leads.
  func useOneStream() {
    joinsNotes = true
    width = width ?? Terminal.readableWidth
  }

  private static let readableWidth = 100

  /// Prints lines exactly; on a terminal, without characters that could control it.
  func print(_ lines: String) {
    output.write(isInteractive ? lines.neutralizedLines : lines)
    output.write("\n")
  }

  func print(_ line: StyledText) {
    output.write(line.rendered(as: outputRendering))
    output.write("\n")
  }

  /// Prints the text of a file byte by byte; on a terminal, without characters that could control it.
  func print(contents bytes: [UInt8], isJSON: Bool) {
    guard isInteractive else { return output.write(bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    output.write((isJSON ? JSONLine.escaped(text) : text).neutralizedLines)
  }

  func print(_ lines: [StyledText]) { for line in lines { print(line) } }

  /// Prints a message to standard error.
  func note(_ line: StyledText) {
    if joinsNotes { return print(line) }
    // Flush first, so that output appears in order if both streams share a screen.
    output.flush()
    Terminal.writeError(line.rendered(as: errorRendering))
  }

  /// Prints a question to standard error, after all output that came before it.
  func prompt(_ question: String) {
    output.flush()
    Terminal.writeError(question.neutralized, terminator: "")
  }

  static func writeError(_ text: String, terminator: String = "\n") {
    var rest = Array((text + terminator).utf8)[...]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // Standard error itself failed, so this cannot be reported.
      guard length > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, length))
    }
  }

  /// The size of the terminal on standard output.
  private static var size: winsize? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else {
      return nil
    }
    return size
  }
}
