import Glibc
import HostKit

/// Plays one preview at a time while the user goes on.
final class BrowsePlayer {
  private let environment: Environment
  private let command: String?
  private var playing: (child: ChildProcess, path: String)?

  /// `command` is the configured one; otherwise a player that is installed is used.
  init(command: String?, environment: Environment) {
    self.environment = environment
    self.command = command ?? Player.installed(environment)
  }

  deinit { stop() }

  /// Plays a sound, instead of the one that is playing.
  ///
  /// - Throws: ``CommandFailure`` if no player is installed, or ``SystemError``.
  func play(_ bytes: [UInt8], type: String) throws {
    stop()
    guard let command else {
      throw CommandFailure("No player is installed.", "Install mpv.")
    }
    var name = Array("/tmp/musicbus-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemError("create a directory in /tmp") }
    let directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(directory)/preview\(MediaFile.fileExtension(for: type))"
    try MediaFile.write(bytes, to: path)
    var launch = Launch(
      "/bin/sh",
      ["-c", "exec \(command) \"$@\"", "musicbus", path],
      environment: environment
    )
    launch.input = .null
    launch.output = .null
    launch.errors = .null
    playing = (try ChildProcess(launch), path)
  }

  /// Whether the keys that stop a sound have one to stop.
  var isPlaying: Bool { playing.map { !$0.child.end.wait(.after(.zero)) } ?? false }

  func stop() {
    guard let (child, path) = playing else { return }
    _ = child.stop(timeout: .milliseconds(500))
    unlink(path)
    rmdir(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
    playing = nil
  }
}
