import CommandKit
import Glibc

/// A status line on standard error that is overwritten and finally removed.
final class ProgressLine {
  private let width: Int
  private let rendering: StyledText.Rendering
  private var shown: String?

  /// The delay before the line appears; showing it earlier would only flicker.
  static let delayMs = 300

  init(_ terminal: Terminal) {
    width = terminal.width ?? 80
    rendering = terminal.errorRendering
  }

  func show(_ text: String) {
    guard text != shown else { return }
    // Some terminals wrap after the last column.
    Terminal.overwrite(StyledText(text, .dim).truncated(to: width - 1).rendered(as: rendering))
    shown = text
  }

  func clear() {
    if shown != nil { Terminal.overwrite("") }
    shown = nil
  }
}

extension Terminal {
  /// Replaces the current line by `text` and moves the cursor to its start.
  static func overwrite(_ text: String) {
    let bytes = Array("\r\(text)\u{1B}[K\r".utf8)
    // Lost output does not matter: the next text replaces it.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
