import CommandKit

/// A line on standard error that is written over and over, and gone when the answer is there.
final class ProgressLine {
  private let width: Int
  private let rendering: StyledText.Rendering
  private var shown: String?

  /// An answer that comes sooner needs no such line, which would only flicker.
  static let delayMs = 300

  init(_ terminal: Terminal) {
    width = terminal.width ?? 80
    rendering = terminal.errorRendering
  }

  func show(_ text: String) {
    guard text != shown else { return }
    // In the last column some terminals would begin a new line.
    Terminal.overwrite(StyledText(text, .dim).truncated(to: width - 1).rendered(as: rendering))
    shown = text
  }

  func clear() {
    if shown != nil { Terminal.overwrite("") }
    shown = nil
  }
}
