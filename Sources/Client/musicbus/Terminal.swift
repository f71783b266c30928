import CommandKit
import Glibc
import HostKit

/// Where a command shows things: data on standard output, everything else on standard error.
final class Terminal {
  let output = OutputStream()
  /// Columns of standard output; nothing where it is no terminal and nothing limits a line.
  let width: Int?
  /// Whether somebody watches standard error.
  let isWatched: Bool
  private(set) var outputRendering: StyledText.Rendering
  private(set) var errorRendering: StyledText.Rendering

  /// - Parameter variable: the value of a variable of the environment.
  init(variable: (String) -> String?) {
    let wantsColor = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
    isWatched = isatty(STDERR_FILENO) == 1
    outputRendering = wantsColor && isatty(STDOUT_FILENO) == 1 ? .ansi : .plain
    errorRendering = wantsColor && isWatched ? .ansi : .plain
    width = Terminal.columns ?? variable("COLUMNS").flatMap { Int($0) }.map { max($0, 20) }
  }

  /// Help is wrapped also where nothing limits it.
  var helpWidth: Int { min(width ?? 80, 100) }

  func useNoColor() {
    outputRendering = .plain
    errorRendering = .plain
  }

  func print(_ line: String) { output.write(line + "\n") }

  func print(_ line: StyledText) { output.write(line.rendered(as: outputRendering) + "\n") }

  func print(_ lines: [StyledText]) { for line in lines { print(line) } }

  /// Says something that is not the answer.
  func note(_ line: StyledText) {
    // What was printed before is to stand before it on a screen that shows both.
    output.flush()
    Terminal.complain(line.rendered(as: errorRendering))
  }

  static func complain(_ line: String) {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let length = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // There is nobody to tell that nobody can be told.
      guard length > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, length))
    }
  }

  private static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 20
    else { return nil }
    return Int(size.ws_col)
  }
}
