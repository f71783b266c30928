import HostKit

/// Plays one preview at a time while the user goes on.
final class BrowsePlayer {
  private let environment: Environment
  private let command: String?
  private var playing: (child: ChildProcess, file: TemporaryMediaFile)?
  private var name = ""
  private var startMs = 0

  /// `command` is the configured one; otherwise a player that is installed is used.
  init(command: String?, environment: Environment) {
    self.environment = environment
    self.command = command ?? Player.installed(environment)
  }

  deinit { stop() }

  /// Plays a sound, instead of the one that is playing.
  ///
  /// - Throws: ``CommandFailure`` if no player is installed, or ``SystemError``.
  func play(_ bytes: [UInt8], type: String, _ name: String) throws {
    stop()
    guard let command else {
      throw CommandFailure("No player is installed.", "Install mpv.")
    }
    let file = try TemporaryMediaFile(bytes, named: "preview", type: type, environment)
    var launch = Launch(
      "/bin/sh",
      ["-c", "exec \(command) \"$@\"", "musicbus", file.path],
      environment: environment
    )
    launch.input = .null
    launch.output = .null
    launch.errors = .null
    playing = (try ChildProcess(launch), file)
    (self.name, startMs) = (name, MonotonicClock.nowMs)
  }

  /// "▶ Money 0:07"; empty if nothing is playing.
  var progress: String {
    guard playing != nil else { return "" }
    let seconds = (MonotonicClock.nowMs - startMs) / 1000
    return isPlaying ? "▶ \(name) \((seconds * 1000).playingTime)" : ""
  }

  /// Whether a preview is playing.
  var isPlaying: Bool { playing.map { !$0.child.end.wait(.after(.zero)) } ?? false }

  func stop() {
    _ = playing?.child.stop(timeout: .milliseconds(500))
    playing = nil
  }
}
