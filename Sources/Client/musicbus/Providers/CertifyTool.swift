import CommandKit
import Glibc
import HostKit

/// `musicbus-certify`, which plays the hub to a provider; what it prints is the command's output.
struct CertifyTool {
  private let executable: String
  private let environment: Environment

  init(_ session: CommandContext) throws {
    let name = "musicbus-certify"
    guard
      let executable = ExecutableSearch.findBesideThis(name, environment: session.environment)
    else {
      throw CommandFailure(
        "There is no \(name) beside this program or in PATH.",
        "Build it: swift build --product \(name)"
      )
    }
    self.executable = executable
    environment = session.environment
  }

  /// Runs it on a provider, which a manifest, its folder or an executable stands for.
  func run(_ path: String, options: [String], call: [String] = []) throws -> ExitStatus {
    let isProgram = !path.hasSuffix(".json") && !CertifyTool.isFolder(path)
    let subject = isProgram ? call + ["--", path.contains("/") ? path : "./\(path)"] : call
    let manifest = isProgram ? [] : ["--manifest", path]
    var launch = Launch(executable, options + manifest + subject, environment: environment)
    // Ctrl-C is for the tool too: it puts its folder away.
    launch.groupRole = .sameGroup
    let child = try ChildProcess(launch)
    let ending = child.waitForExit(.after(.seconds(3600))) ?? child.stop(timeout: .seconds(2))
    return ending == .exited(0) ? .ok : .failed
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
