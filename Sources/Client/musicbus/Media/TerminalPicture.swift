import CommandKit
import HostKit

/// A picture in the terminal, which `chafa` draws.
struct TerminalPicture {
  /// The ways to show it.
  enum Way: String, CaseIterable, Sendable {
    /// The best one that the terminal understands, as far as `chafa` knows.
    case auto
    case kitty
    case iterm
    case sixel
    /// Coloured characters, in every terminal.
    case symbols
    /// The URL instead of a picture.
    case none
  }

  let environment: Environment
  let way: Way

  /// The most rows that a picture takes.
  private static let maxRows = 20
  /// How the user gets `chafa`.
  static let installation = "Install chafa (on Debian: apt install chafa)."

  /// Shows a picture.
  ///
  /// - Returns: `false` if this terminal cannot show it.
  /// - Throws: ``CommandFailure`` if `chafa` is missing.
  func show(_ bytes: [UInt8], type: String, on terminal: Terminal) throws -> Bool {
    guard way != .none, way != .auto || environment["TERM"] != "dumb" else { return false }
    guard let chafa = ExecutableSearch.find("chafa", path: environment["PATH"]) else {
      guard way == .auto else {
        throw CommandFailure(
          "\"--images \(way.rawValue)\" needs chafa.",
          TerminalPicture.installation
        )
      }
      terminal.note("To see pictures here: \(TerminalPicture.installation)")
      return false
    }
    terminal.output.flush()
    let file = try TemporaryMediaFile(bytes, named: "picture", type: type, environment)
    defer { withExtendedLifetime(file) {} }
    var launch = Launch(
      chafa,
      arguments(width: terminal.width ?? 80) + [file.path],
      environment: environment
    )
    launch.input = .inherit
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let end = child.waitForExit(.after(.seconds(10))) ?? child.stop(timeout: .seconds(1))
    return end == .exited(0)
  }

  /// The options of `chafa`.
  func arguments(width: Int) -> [String] {
    let size = "\(min(width, 2 * TerminalPicture.maxRows))x\(TerminalPicture.maxRows)"
    let format: String? =
      switch way {
      case .auto, .none: nil
      case .sixel: "sixels"
      case .kitty, .iterm, .symbols: way.rawValue
      }
    return (format.map { ["--format", $0] } ?? []) + ["--size", size]
  }
}
