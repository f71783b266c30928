import ClientKit
import HostKit

/// Starts the process of the web page in the background.
struct WebStarter {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Starts the process and returns the address that it prints once it serves requests.
  func run() throws -> String {
    SignalHandling.install()
    let name = "musicbus-web"
    guard
      let executable = ExecutableSearch.findBesideThis(name, environment: context.environment)
    else {
      throw CommandFailure("Could not find \(name).", "Install it next to musicbus or in PATH.")
    }
    try context.paths.prepare()
    var launch = Launch(executable, ["--background"], environment: environment)
    launch.output = .pipe
    launch.groupRole = .newSession
    launch.workingDirectory = "/"
    return try firstLine(of: try ChildProcess(launch))
  }

  /// The process has another working directory, so a relative path must become absolute.
  private var environment: Environment {
    var environment = context.environment
    if environment["MUSICBUS_HOME"].map({ !$0.isEmpty }) == true {
      environment["MUSICBUS_HOME"] = parentDirectory(of: context.paths.runtime)
    }
    return environment
  }

  private func firstLine(of child: ChildProcess) throws -> String {
    let deadline = Deadline.after(.seconds(10))
    var bytes: [UInt8] = []
    while !deadline.isExpired, let output = child.output {
      if let signal = SignalHandling.signal { throw ClientError.interrupted(signal: signal) }
      guard output.waitUntilReadable(deadline) else { continue }
      guard case .bytes(let more) = try output.read() else { break }
      bytes += more
      if let end = bytes.firstIndex(of: 0x0A) {
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
    }
    throw CommandFailure("The web page did not start.", "See why: musicbus-web")
  }
}
