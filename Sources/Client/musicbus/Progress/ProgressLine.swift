import CommandKit

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
