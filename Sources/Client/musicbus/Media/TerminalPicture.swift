import CommandKit
import FoundationEssentials
import HostKit

/// A picture in the terminal: by the protocols of kitty and iTerm2, or with `chafa`.
struct TerminalPicture {
  let environment: Environment
  let chosen: PictureProtocol

  /// The most rows that a picture takes.
  private static let maxRows = 20
  /// The most bytes of a picture in one sequence of kitty, in base 64.
  private static let chunkBytes = 4096

  /// Shows a picture.
  ///
  /// - Returns: `false` if this terminal cannot show it.
  /// - Throws: ``CommandFailure`` if it cannot be shown as the user wants it.
  func show(_ bytes: [UInt8], type: String, on terminal: Terminal) throws -> Bool {
    guard chosen != .none, chosen != .auto || environment["TERM"] != "dumb" else { return false }
    terminal.output.flush()
    let way =
      chosen == .auto
      ? PictureProtocol.best(for: TerminalAbilities(reply: TerminalQuery.reply())) : chosen
    switch way.plan(forType: type) {
    case .kittyFile: terminal.output.write(TerminalPicture.kittyFile(bytes))
    case .itermFile: terminal.output.write(TerminalPicture.itermFile(bytes))
    case .chafa(let format):
      guard let chafa = ExecutableSearch.find("chafa", path: environment["PATH"]) else {
        guard chosen == .auto else { throw TerminalPicture.noChafa(chosen) }
        return false
      }
      return try run(chafa, format, bytes, type, width: terminal.width ?? 80)
    case nil: return false
    }
    return true
  }

  private static func noChafa(_ chosen: PictureProtocol) -> CommandFailure {
    CommandFailure(
      "\"--images \(chosen.rawValue)\" needs chafa for this picture.",
      "Install it (on Debian: apt install chafa)."
    )
  }

  private func run(
    _ chafa: String,
    _ format: String,
    _ bytes: [UInt8],
    _ type: String,
    width: Int
  ) throws -> Bool {
    let file = try TemporaryMediaFile(bytes, named: "picture", type: type, environment)
    defer { withExtendedLifetime(file) {} }
    let size = "\(min(width, 2 * TerminalPicture.maxRows))x\(TerminalPicture.maxRows)"
    var launch = Launch(
      chafa,
      ["--format", format, "--size", size, file.path],
      environment: environment
    )
    launch.input = .inherit
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let end = child.waitForExit(.after(.seconds(10))) ?? child.stop(timeout: .seconds(1))
    return end == .exited(0)
  }

  /// The escape sequence of iTerm2 for an image.
  static func itermFile(_ bytes: [UInt8]) -> String {
    let contents = Data(bytes).base64EncodedString()
    let arguments = "inline=1;size=\(bytes.count);height=\(maxRows);preserveAspectRatio=1"
    return "\u{1B}]1337;File=\(arguments):\(contents)\u{07}\n"
  }

  /// The escape sequences of kitty for a PNG image, which the terminal must not acknowledge.
  static func kittyFile(_ bytes: [UInt8]) -> String {
    var rest = Data(bytes).base64EncodedString()[...].utf8
    var text = ""
    var arguments = "a=T,f=100,q=2,r=\(maxRows),"
    repeat {
      let chunk = rest.prefix(chunkBytes)
      rest = rest.dropFirst(chunkBytes)
      text += "\u{1B}_G\(arguments)m=\(rest.isEmpty ? 0 : 1);\(Substring(chunk))\u{1B}\\"
      arguments = ""
    } while !rest.isEmpty
    return text + "\n"
  }
}
