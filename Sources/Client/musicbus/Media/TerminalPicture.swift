import FoundationEssentials
import HostKit

/// A picture in the terminal: by the protocol of iTerm2, or by `chafa` for all others.
struct TerminalPicture {
  let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// The most rows that a picture takes.
  private static let maxRows = 20

  /// Shows a picture.
  ///
  /// - Returns: `false` if this terminal cannot show it.
  func show(_ bytes: [UInt8], type: String, on terminal: Terminal) throws -> Bool {
    if showsFiles {
      terminal.output.write(TerminalPicture.inlineFile(bytes))
      return true
    }
    guard let chafa = ExecutableSearch.find("chafa", path: environment["PATH"]) else {
      return false
    }
    let file = try TemporaryMediaFile(bytes, named: "picture", type: type, environment)
    defer { withExtendedLifetime(file) {} }
    terminal.output.flush()
    let size =
      "\(min(terminal.width ?? 80, 2 * TerminalPicture.maxRows))x\(TerminalPicture.maxRows)"
    var launch = Launch(chafa, ["--size", size, file.path], environment: environment)
    // It queries the terminal for its abilities.
    launch.input = .inherit
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let end = child.waitForExit(.after(.seconds(10))) ?? child.stop(timeout: .seconds(1))
    return end == .exited(0)
  }

  /// Whether the terminal shows files by the protocol of iTerm2; tmux would swallow them.
  private var showsFiles: Bool {
    environment["TMUX"] == nil
      && ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"] ?? "")
  }

  /// The escape sequence of iTerm2 for an image.
  static func inlineFile(_ bytes: [UInt8]) -> String {
    let contents = Data(bytes).base64EncodedString()
    let arguments = "inline=1;size=\(bytes.count);height=\(maxRows);preserveAspectRatio=1"
    return "\u{1B}]1337;File=\(arguments):\(contents)\u{07}\n"
  }
}
