import Glibc
import HostKit

/// The player of previews, as configured.
struct Player {
  /// A shell command; the file name is appended.
  let command: String
  let environment: Environment
  /// Whether the user has chosen it.
  var isConfigured = true
  /// Whether its output is discarded, because standard output carries data.
  var isMute = false

  /// The command of a player that is installed, for sound without a window.
  static func installed(_ environment: Environment) -> String? {
    let players = [
      ("mpv", "mpv --no-video --really-quiet --"),
      ("ffplay", "ffplay -nodisp -autoexit -loglevel error -i"),
      ("cvlc", "cvlc --quiet --play-and-exit --"),
      ("mplayer", "mplayer -really-quiet --"),
    ]
    return players.first { name, _ in
      ExecutableSearch.find(name, path: environment["PATH"]) != nil
    }?.1
  }

  /// Plays a sound and waits until it ends.
  func play(_ bytes: [UInt8], type: String) throws -> ChildProcess.Termination {
    let file = try TemporaryMediaFile(bytes, named: "preview", type: type, environment)
    defer { withExtendedLifetime(file) {} }
    var launch = Launch(
      "/bin/sh",
      ["-c", "\(command) \"$@\"", "musicbus", file.path],
      environment: environment
    )
    launch.input = .inherit
    launch.output = isMute ? .null : .inherit
    // Ctrl-C must reach the player too.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    if let termination = child.waitForExit(.after(Player.timeout)) { return termination }
    return child.stop(timeout: .seconds(2)) ?? .killed(signal: SIGKILL)
  }

  /// Previews last at most 90 seconds; this leaves time for pauses.
  private static let timeout = Duration.seconds(3600)
}
