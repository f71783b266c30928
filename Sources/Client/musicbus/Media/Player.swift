import Glibc
import HostKit

/// The program that plays previews, as the configuration names it.
struct Player {
  /// A command with its arguments, as a shell reads it; the file's name is put after it.
  let command: String
  let environment: Environment
  /// Whether what it prints is kept off standard output, where other things are expected.
  var isMute = false

  /// Plays a sound and waits for its end.
  func play(_ bytes: [UInt8], type: String) throws -> ChildProcess.Termination {
    let base = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var name = Array("\(base)/musicbus-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemError("make a folder in \(base)") }
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { rmdir(folder) }
    // Players tell by the ending what it is.
    let path = "\(folder)/preview\(MediaFile.ending(for: type))"
    defer { unlink(path) }
    try MediaFile.write(bytes, to: path)

    var launch = Launch(
      "/bin/sh",
      ["-c", "\(command) \"$@\"", "musicbus", path],
      environment: environment
    )
    launch.input = .inherit
    launch.output = isMute ? .null : .inherit
    // Ctrl-C is for the player too.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    if let ending = child.waitForExit(.after(Player.patience)) { return ending }
    return child.stop(timeout: .seconds(2)) ?? .killed(signal: SIGKILL)
  }

  /// A preview lasts a minute and a half at most; this leaves time to pause it.
  private static let patience = Duration.seconds(3600)
}
