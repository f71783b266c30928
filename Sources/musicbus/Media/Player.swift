import Glibc
import HostKit

/// The program that plays previews, as the configuration names it.
struct Player {
  /// A command with its arguments, as a shell reads it; the file's name is put after it.
  let command: String
  let environment: Environment

  /// Plays a sound and waits for its end.
  func play(_ bytes: [UInt8], type: String) throws -> ChildProcess.Ending {
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let ending = MediaFile.ending(for: type)
    var name = Array("\(folder)/musicbus-XXXXXX\(ending)".utf8CString)
    let descriptor = mkostemps(&name, CInt(ending.utf8.count), O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("make a file in \(folder)") }
    let file = OpenFile(owning: descriptor)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    try file.write(bytes)

    var launch = Launch(
      "/bin/sh",
      ["-c", "\(command) \"$@\"", "musicbus", path],
      environment: environment
    )
    launch.input = .inherit
    // Ctrl-C is for the player too.
    launch.standing = .ourGroup
    let child = try ChildProcess(launch)
    if let ending = child.waitForEnd(.after(Player.patience)) { return ending }
    return child.stop(patience: .seconds(2)) ?? .killed(signal: SIGKILL)
  }

  /// A preview lasts a minute and a half at most; this leaves time to pause it.
  private static let patience = Duration.seconds(3600)
}
