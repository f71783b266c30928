import ClientKit
import HostKit

/// Starts the process of the web page in the background.
struct WebStarter {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Starts the process and returns the address that it prints once it serves requests.
  func run() throws -> String {
    SignalHandling.install()
    let executable = try context.program("musicbus-web")
    try context.paths.prepare()
    var launch = Launch(executable, ["--background"], environment: environment)
    launch.output = .pipe
    launch.groupRole = .newSession
    launch.workingDirectory = "/"
    guard let address = try ChildProcess(launch).firstLine() else {
      throw CommandFailure("The web page did not start.", "See why: musicbus-web")
    }
    return address
  }

  /// The process has another working directory, so a relative path must become absolute.
  private var environment: Environment {
    var environment = context.environment
    if environment["MUSICBUS_HOME"].map({ !$0.isEmpty }) == true {
      environment["MUSICBUS_HOME"] = parentDirectory(of: context.paths.runtime)
    }
    return environment
  }
}
